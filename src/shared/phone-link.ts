/** The address of a link that calls a phone number. */
export const phoneLink = (phone: string) => `tel:${phone.replaceAll(' ', '')}`
