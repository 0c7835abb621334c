import { contentFolder } from '../../src/content/content.ts'
import { readTexts } from '../../src/content/read/texts.ts'
import { allLanguages, type Language } from '../../src/shared/languages.ts'

/** The wordings that are fixed, to the letter. What is not fixed, tests take from the built site. */
const fixedWords = {
  es: {
    navigation: {
      home: 'Inicio',
      presentation: 'Presentación',
      certification: 'Certificación',
      contact: 'Contacto',
    },
    heroTitle: 'Organismo independiente de control y certificación de productos Halal',
    accept: 'Aceptar',
    refuse: 'Rechazar',
    mapHeading: 'Sede',
    copyright: 'Copyright © 2024 Todos los derechos reservados',
    send: 'Enviar',
    readMore: 'Leer más',
    loading: 'Cargando...',
    formFailure: 'Error al enviar el mensaje.',
    formSuccess: 'Mensaje enviado correctamente 🎉',
  },
  en: {
    navigation: { home: 'Home', presentation: 'Presentation', certification: 'Certification', contact: 'Contact' },
    heroTitle: 'Independent body for the control and certification of Halal products',
    accept: 'Accept',
    refuse: 'Refuse',
    mapHeading: 'Head office',
    copyright: 'Copyright © 2024 All rights reserved',
    send: 'Send',
    readMore: 'Read more',
    loading: 'Loading...',
    formFailure: 'Error sending the message.',
    formSuccess: 'Message sent successfully 🎉',
  },
  fr: {
    navigation: { home: 'Accueil', presentation: 'Présentation', certification: 'Certification', contact: 'Contact' },
    heroTitle: 'Organisme indépendant de contrôle et de certification des produits Halal',
    accept: 'Accepter',
    refuse: 'Refuser',
    mapHeading: 'Siège',
    copyright: 'Copyright © 2024 Tous droits réservés',
    send: 'Envoyer',
    readMore: 'Lire la suite',
    loading: 'Chargement...',
    formFailure: "Erreur lors de l'envoi du message.",
    formSuccess: 'Message envoyé avec succès 🎉',
  },
}

/** The addresses that are fixed, to the letter. */
export const fixedAddresses = {
  home: { es: '/', en: '/en', fr: '/fr' },
  contact: { es: '/contact', en: '/en/contact', fr: '/fr/contact' },
  presentation: { es: '/Presentación', en: '/en/presentation', fr: '/fr/presentation' },
  certification: { es: '/Certificación', en: '/en/certification', fr: '/fr/certification' },
  bienestar_animal: { es: '/bienestar-animal', en: '/en/animal-welfare', fr: '/fr/bien-etre-animal' },
  certificacion_halal: { es: '/certificacion-halal', en: '/en/halal-certification', fr: '/fr/certification-halal' },
  check_label: { es: '/comprobar-etiqueta', en: '/en/check-a-label', fr: '/fr/verifier-une-etiquette' },
  get_certified: { es: '/obtener-certificacion', en: '/en/get-certified', fr: '/fr/se-faire-certifier' },
  questions: { es: '/preguntas', en: '/en/questions', fr: '/fr/questions' },
  legal_notice: { es: '/aviso-legal', en: '/en/legal-notice', fr: '/fr/mentions-legales' },
  privacy: { es: '/privacidad', en: '/en/privacy', fr: '/fr/confidentialite' },
  accessibility: { es: '/accesibilidad', en: '/en/accessibility', fr: '/fr/accessibilite' },
  halal_adoracion: { es: '/halal-adoracion', en: '/en/halal-worship', fr: '/fr/halal-adoration' },
}

/** Where the body has partners. */
export const partnerCountries = ['PL', 'FR', 'ES', 'PT']

/** The offices, the one first that the map shows at first; others may follow. */
export const fixedOffices = ['valencia', 'floirac']

/** All four are drawn from its texts. */
export const picturesOfWelfarePage = 4

const texts = readTexts(contentFolder)

/** The same wordings of a language that is none of the three: as its texts have them. */
function wordsOf(language: Language): (typeof fixedWords)['es'] {
  const read = (section: string, ...path: string[]) =>
    path.reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], texts[language][section]) as string
  const navbar = (page: string) => read('navbar', page)
  return {
    navigation: {
      home: navbar('home'),
      presentation: navbar('presentation'),
      certification: navbar('certification'),
      contact: navbar('contact'),
    },
    heroTitle: read('hero', 'title'),
    accept: read('cookies', 'accept'),
    refuse: read('cookies', 'refuse'),
    mapHeading: read('footer', 'map_title'),
    copyright: read('footer', 'copyright'),
    send: read('contact', 'form', 'send'),
    readMore: read('article', 'read_more'),
    loading: read('errors', 'loading'),
    formFailure: read('contact', 'form', 'failure'),
    formSuccess: read('contact', 'form', 'success'),
  }
}

/** What a test gives for each language; a language that it does not name gets what `other` makes of it. */
export function forEachLanguage<Value>(
  known: Partial<Record<string, Value>>,
  other: (language: Language) => Value,
): Record<Language, Value> {
  const entries = allLanguages.map((language) => [language, known[language] ?? other(language)])
  return Object.fromEntries(entries)
}

export const words = forEachLanguage(fixedWords, wordsOf)

/** The same in all languages. */
export const unexpectedTitle = 'Unexpected Application Error!'

/** Each language under its own name, wherever it is offered. */
export const languageNames = forEachLanguage(
  { es: 'Español', en: 'English', fr: 'Français' },
  (language) => (texts[language].language as { name: string }).name,
)
