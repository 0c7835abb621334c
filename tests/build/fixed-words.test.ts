import { expect, test } from 'vitest'
import type { Language } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { languageNames, unexpectedTitle, words } from '../support/words.ts'

// The wordings and addresses that are fixed (docs/promises.md, pages and languages); the office may change all others.

test('the fixed words', () => {
  expect(words).toMatchObject({
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
  })
  expect(languageNames).toMatchObject({ es: 'Español', en: 'English', fr: 'Français' })
  expect(shellOf('es').texts.errors.unexpected.title).toBe(unexpectedTitle)
  expect(shellOf('es').offices[0]?.id, 'the office that the map shows').toBe('valencia')
})

test('the fixed addresses of pages', () => {
  const fixed: Record<string, Partial<Record<Language, string>>> = {
    home: { es: '/', en: '/en', fr: '/fr' },
    contact: { es: '/contact', en: '/en/contact', fr: '/fr/contact' },
    presentation: { es: '/Presentación', en: '/en/presentation', fr: '/fr/presentation' },
    certification: { es: '/Certificación', en: '/en/certification', fr: '/fr/certification' },
    bienestar_animal: { es: '/bienestar-animal', en: '/en/animal-welfare', fr: '/fr/bien-etre-animal' },
    certificacion_halal: { es: '/certificacion-halal', en: '/en/halal-certification', fr: '/fr/certification-halal' },
    check_label: { es: '/comprobar-etiqueta', en: '/en/check-a-label', fr: '/fr/verifier-une-etiquette' },
    get_certified: { es: '/obtener-certificacion', en: '/en/get-certified', fr: '/fr/se-faire-certifier' },
    questions: { es: '/preguntas', en: '/en/questions', fr: '/fr/questions' },
    easy: { es: '/comprobar-facil', en: '/en/easy-check', fr: '/fr/verifier-facile' },
    shops: { es: '/comercios', en: '/en/shops', fr: '/fr/commerces' },
    complaints: { es: '/reclamaciones', en: '/en/complaints', fr: '/fr/reclamations' },
    legal_notice: { es: '/aviso-legal', en: '/en/legal-notice', fr: '/fr/mentions-legales' },
    privacy: { es: '/privacidad', en: '/en/privacy', fr: '/fr/confidentialite' },
    accessibility: { es: '/accesibilidad', en: '/en/accessibility', fr: '/fr/accessibilite' },
    halal_adoracion: { es: '/halal-adoracion', en: '/en/halal-worship', fr: '/fr/halal-adoration' },
  }
  for (const page of allPages) expect([page, addresses[page]]).toMatchObject([page, fixed[page] ?? {}])
})
