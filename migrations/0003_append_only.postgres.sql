-- Acts are added, and never changed or removed. This is all that is not the same in SQLite and PostgreSQL.
CREATE FUNCTION register_append_only() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'acts and numbers are never changed or removed'; END $$;
CREATE TRIGGER register_acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON register_acts
  FOR EACH STATEMENT EXECUTE FUNCTION register_append_only();
CREATE TRIGGER register_numbers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON register_numbers
  FOR EACH STATEMENT EXECUTE FUNCTION register_append_only();
