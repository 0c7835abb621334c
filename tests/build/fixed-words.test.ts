import { expect, test } from 'vitest'
import type { Language } from '../../src/shared/languages.ts'
import { addresses, allPages } from '../support/addresses.ts'
import { shellOf } from '../support/built-site.ts'
import { languageNames, unexpectedTitle, words } from '../support/words.ts'

// The wordings and addresses that are fixed (docs/promises.md, pages and languages); the office may change all others.

test('the fixed words', () => {
  const [es, en, fr] = [words.es, words.en, words.fr]
  const inEach = (of: (own: typeof es) => unknown) => [es, en, fr].map(of)
  expect(inEach(({ navigation }) => Object.values(navigation))).toEqual([
    ['Inicio', 'Presentación', 'Certificación', 'Contacto'],
    ['Home', 'Presentation', 'Certification', 'Contact'],
    ['Accueil', 'Présentation', 'Certification', 'Contact'],
  ])
  const fixed: [keyof typeof es, string, string, string][] = [
    [
      'heroTitle',
      'Organismo independiente de control y certificación de productos Halal',
      'Independent body for the control and certification of Halal products',
      'Organisme indépendant de contrôle et de certification des produits Halal',
    ],
    ['accept', 'Aceptar', 'Accept', 'Accepter'],
    ['refuse', 'Rechazar', 'Refuse', 'Refuser'],
    ['mapHeading', 'Sede', 'Head office', 'Siège'],
    [
      'copyright',
      'Copyright © 2024 Todos los derechos reservados',
      'Copyright © 2024 All rights reserved',
      'Copyright © 2024 Tous droits réservés',
    ],
    ['send', 'Enviar', 'Send', 'Envoyer'],
    ['readMore', 'Leer más', 'Read more', 'Lire la suite'],
    ['loading', 'Cargando...', 'Loading...', 'Chargement...'],
    ['formFailure', 'Error al enviar el mensaje.', 'Error sending the message.', "Erreur lors de l'envoi du message."],
    [
      'formSuccess',
      'Mensaje enviado correctamente 🎉',
      'Message sent successfully 🎉',
      'Message envoyé avec succès 🎉',
    ],
  ]
  for (const [name, ...wordings] of fixed) expect(inEach((own) => own[name])).toEqual(wordings)
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
