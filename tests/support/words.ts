import type { Language } from '../../src/shared/languages.ts'

/** The wordings that DESIGN.md section 1 fixes, to the letter; every other word is taken from the built site. */
export const words = {
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
} as const satisfies Record<Language, unknown>

/** The same in all languages. */
export const unexpectedTitle = 'Unexpected Application Error!'

/** Each language under its own name, wherever it is offered. */
export const languageNames = { es: 'Español', en: 'English', fr: 'Français' } as const satisfies Record<
  Language,
  string
>
