import { useEffect, useSyncExternalStore } from 'react'
import { eachLanguage, homeAddress } from '../shared/languages.ts'
import { CookieBanner } from './components/cookie-banner/cookie-banner.tsx'
import { Failure, FailureBoundary } from './components/failure/failure.tsx'
import { Footer } from './components/footer/footer.tsx'
import { Header } from './components/header/header.tsx'
import type { Navigation, NavigationState } from './navigation/navigation.ts'

/** What the application needs of `Navigation`. The build passes a single state, because it does not navigate. */
type AppProps = {
  navigation: Pick<Navigation, 'subscribe' | 'getState' | 'retry'>
  /** Called once React has hydrated the page: an earlier change would not match the HTML. */
  onHydrated?: () => void
}

const homeAddresses = eachLanguage(homeAddress)

export function App({ navigation, onHydrated }: AppProps) {
  const { shell, view } = useSyncExternalStore(navigation.subscribe, navigation.getState, navigation.getState)
  useEffect(() => onHydrated?.(), [onHydrated])
  const page = view.status === 'ready' ? view.loaded.page : undefined
  const address = page?.address ?? view.address

  return (
    <FailureBoundary texts={shell.texts.errors}>
      <a className="skip-link" href="#main">
        {shell.texts.navbar.skip}
      </a>
      <CookieBanner texts={shell.texts.cookies} />
      <Header
        shell={shell}
        current={address}
        addresses={(view.status === 'failed' ? view.addresses : page?.addresses) ?? homeAddresses}
        hero={view.status === 'ready' && view.loaded.Hero && <view.loaded.Hero content={view.loaded.page.content} />}
      />
      {/* styles/print.css writes this address at the end of a printed page. */}
      <main id="main" tabIndex={-1} data-address={address}>
        <FailureBoundary key={page?.page ?? address} texts={shell.texts.errors}>
          <MainArea shell={shell} view={view} retry={navigation.retry} />
        </FailureBoundary>
      </main>
      <Footer shell={shell} isStatic={page?.isStatic ?? false} />
      {/* Always in the page, so that a screen reader notices when `Navigation` changes its words. Not role="status": on the contact
          page, that is the form's result. */}
      <p className="visually-hidden" aria-live="polite" />
    </FailureBoundary>
  )
}

function MainArea({ shell, view, retry }: NavigationState & { retry: () => void }) {
  const texts = shell.texts.errors
  if (view.status === 'ready')
    return <view.loaded.Page key={view.loaded.page.page} content={view.loaded.page.content} shell={view.loaded.shell} />
  if (view.status === 'loading')
    return (
      // Replaces the page's own first heading while that is loading.
      <div role="status">
        <h1 className="lead">{texts.loading}</h1>
      </div>
    )
  return <Failure texts={texts} error={view.error} retry={retry} />
}
