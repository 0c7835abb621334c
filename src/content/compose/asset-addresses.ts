import type { Language } from '../../shared/languages.ts'
import type { PageKey } from '../../shared/pages.ts'

type PictureAddress = { address: string; width: number; height: number }

/** Where the drawings made by the build are served. */
export type AssetAddresses = {
  locatorOf(office: string, language: Language): string
  pictureOf(page: PageKey, picture: string, language: Language): PictureAddress
  partnersMapOf(language: Language): PictureAddress
}
