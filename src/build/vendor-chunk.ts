/** What the bundler calls the file that holds React. */
export const vendorChunk = 'react'
