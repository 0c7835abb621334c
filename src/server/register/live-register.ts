import type { LoadedRegister } from '../../register/pages.ts'
import { type BatchDecision, type Certificate, makeRegister } from '../../register/register.ts'
import { indexCertificates } from '../../register/search.ts'
import { eachLanguage } from '../../shared/languages.ts'
import type { LoadedSite } from '../built-site.ts'

/** The register as it is known now, if it is. */
export type CurrentRegister = () => LoadedRegister | undefined

/** The register that the build has checked, which the site contains. */
export function builtRegister({ register: built }: LoadedSite): LoadedRegister {
  const { certificates, batches } = built.specimens as { certificates: Certificate[]; batches: BatchDecision[] }
  const register = makeRegister(certificates, batches)
  const index = indexCertificates(
    register.certificates,
    eachLanguage((language) => built.pages[language].content),
  )
  return { register, index }
}
