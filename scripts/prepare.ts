// npm runs this after it has installed the packages: editors and compilers need the types of the texts. With the packages of the
// service alone nothing can be read, and what is wrong with the content is reported by the check: so nothing is reported here.
try {
  const { readContent } = await import('../src/content/content.ts')
  const { writeTextTypes } = await import('../src/generator/text-types.ts')
  writeTextTypes(readContent())
} catch {}
