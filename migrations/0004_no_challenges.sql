-- What signs people in carries its own proof (src/office/passkeys.ts).
DROP TABLE office_challenges;
