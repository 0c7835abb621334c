import { type MouseEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { eachLanguage, homeAddress } from '../shared/languages.ts'
import { CookieBanner } from './components/cookie-banner/cookie-banner.tsx'
import { LoadFailure } from './components/failure/load-failure.tsx'
import { FailureBoundary, UnexpectedFailure } from './components/failure/unexpected-failure.tsx'
import { Footer } from './components/footer/footer.tsx'
import { Header } from './components/header/header.tsx'
import { whenIdle } from './navigation/idle.ts'
import { LoadError } from './navigation/load-error.ts'
import type { Failure, Navigation, NavigationState } from './navigation/navigation.ts'

/** What the application needs of `Navigation`: the build, which navigates nowhere, gives it a single state. */
type AppProps = {
  navigation: Pick<Navigation, 'subscribe' | 'getState' | 'retry'>
  /** Called once React has taken over the page: what changes it before then would not match the HTML. */
  onHydrated?: () => void
}

const homeAddresses = eachLanguage(homeAddress)

export function App({ navigation, onHydrated }: AppProps) {
  const { shell, view } = useSyncExternalStore(navigation.subscribe, navigation.getState, navigation.getState)
  const [askedBy, setAskedBy] = useState<HTMLElement>()
  const askConsent = useCallback(({ currentTarget }: MouseEvent<HTMLElement>) => setAskedBy(currentTarget), [])
  useEffect(() => onHydrated?.(), [onHydrated])
  const page = view.status === 'ready' ? view.loaded.page : undefined

  return (
    <FailureBoundary texts={shell.texts.errors.unexpected}>
      <a className="skip-link" href="#main">
        {shell.texts.navbar.skip}
      </a>
      <CookieBanner texts={shell.texts.cookies} askedBy={askedBy} onDecide={() => setAskedBy(undefined)} />
      <Header
        shell={shell}
        current={view.address}
        addresses={page?.addresses ?? ((view.status === 'failed' && view.addresses) || homeAddresses)}
        hero={view.status === 'ready' && view.loaded.Hero && <view.loaded.Hero content={view.loaded.page.content} />}
      />
      {/* styles/print.css writes this address at the end of a printed page. */}
      <main id="main" tabIndex={-1} data-address={view.address}>
        <FailureBoundary key={page?.page ?? view.address} texts={shell.texts.errors.unexpected}>
          <MainArea shell={shell} view={view} retry={(failure) => navigation.retry(failure)} />
        </FailureBoundary>
      </main>
      <Footer
        shell={shell}
        askConsent={askConsent}
        isStatic={page?.kind === 'contact' && page.content.answer !== undefined}
      />
      <Announcement shell={shell} address={view.address} />
    </FailureBoundary>
  )
}

/** How long a screen reader takes to see to some two hundred changes: Orca drops what comes while it is at it. */
const calmMs = 1_000

/**
 * Tells a change of language in place to those who do not see it, until the next page. Always there, so that a screen
 * reader notices when its words change, and only once the page is still: amid all the other changes it would not be heard.
 */
function Announcement({ shell: { language, texts }, address }: { shell: NavigationState['shell']; address: string }) {
  const [told, setTold] = useState({ address, words: '' })
  const lastLanguage = useRef(language)
  useEffect(() => {
    if (lastLanguage.current === language) return
    lastLanguage.current = language
    const timer = setTimeout(() => whenIdle(() => setTold({ address, words: texts.language.changed })), calmMs)
    return () => clearTimeout(timer)
  }, [language, address, texts])
  // Not role="status": on the contact page, that is the form's result.
  return (
    <p className="visually-hidden" aria-live="polite">
      {told.address === address && told.words}
    </p>
  )
}

function MainArea({ shell, view, retry }: NavigationState & { retry: (failure: Failure) => void }) {
  const texts = shell.texts.errors
  if (view.status === 'loading')
    return (
      // Stands in for the page's own first heading while that is loading.
      <div role="status">
        <h1 className="loading">{texts.loading}</h1>
      </div>
    )
  const { failure } = view
  return (
    <>
      {failure &&
        (failure.error instanceof LoadError ? (
          <LoadFailure
            texts={texts.load}
            error={failure.error}
            retry={() => retry(failure)}
            // A page that stays on the screen has its own h1.
            heading={view.status === 'ready' ? 'h2' : 'h1'}
          />
        ) : (
          <UnexpectedFailure texts={texts.unexpected} />
        ))}
      {view.status === 'ready' && <view.loaded.Page key={view.loaded.page.page} content={view.loaded.page.content} />}
    </>
  )
}
