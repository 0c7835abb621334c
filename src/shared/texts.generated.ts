// Written by the build from the texts in content/texts/es. Not committed; change the texts instead.
import type { RichText } from './rich-text.ts'

/** The articles of content/articles.yml. */
export type ArticleKey = 'bienestar_animal' | 'certificacion_halal' | 'halal_adoracion'

export type Texts = {
  accessibility: {
    title: string
    lead: string
    body: RichText
  }
  article: {
    title: string
    lead: string
    read_more: string
    read_more_about: string
    sources_title: string
    reference: string
    back: string
    other: string
    contents: string
    reading_time: string
    reviewed: string
    previous: string
    next: string
  }
  certification: {
    title: string
    description: {
      body: RichText
    }
    chain: {
      title: string
      lead: string
      out: string
      farm: {
        title: string
        points: string[]
      }
      lairage: {
        title: string
        points: string[]
        out: string
      }
      slaughter: {
        title: string
        points: string[]
        out: string
      }
      cold_room: {
        title: string
        points: string[]
        out: string
      }
      cutting: {
        title: string
        points: string[]
        out: string
      }
      processing: {
        title: string
        points: string[]
        out: string
      }
      decision: {
        title: string
        points: string[]
        out: string
      }
      dispatch: {
        title: string
        points: string[]
        out: string
      }
    }
    activities: {
      title: string
      lead: string
    }
    training: {
      title: string
      body: RichText
      points: string[]
    }
    traceability: {
      title: string
      body: RichText
      points: string[]
    }
    quality: {
      title: string
      body: RichText
      points: string[]
    }
    legal: {
      title: string
      body: RichText
      points: string[]
    }
    raw_materials: {
      title: string
      body: RichText
    }
    conclusion: {
      title: string
      body: RichText
    }
  }
  check_label: {
    title: string
    answer: string
    send: string
    mail: {
      subject: string
      lines: string[]
    }
    otherwise: {
      body: RichText
    }
    shop: {
      title: string
      lead: string
      specimen: {
        body: RichText
      }
      steps: {
        title: string
        body: RichText
      }[]
    }
    counter: {
      title: string
      body: RichText
    }
    sending: {
      title: string
      body: RichText
    }
    report: {
      title: string
      body: RichText
    }
    says: {
      title: string
      body: RichText
    }
  }
  contact: {
    title: string
    lead: string
    details: {
      title: string
      email: string
      address: string
      phone: string
      body: RichText
    }
    form: {
      title: string
      name: string
      email: string
      message: string
      message_hint: string
      required: string
      send: string
      sending: string
      success: string
      failure: string
      failure_help: string
      unreadable_help: string
      success_help: string
      summary_title: string
      error_prefix: string
      trap: string
      errors: {
        name_empty: string
        name_long: string
        name_control: string
        email_empty: string
        email_format: string
        email_long: string
        email_control: string
        message_empty: string
        message_long: string
        too_many: string
      }
    }
    privacy: {
      title: string
      short: string
      body: RichText
    }
  }
  cookies: {
    label: string
    body: RichText
    accept: string
    refuse: string
  }
  editor: {
    title: string
    regions: {
      contents: string
      fields: string
      preview: string
    }
    interface: string
    hint: string
    search: string
    found: string
    nothing_found: string
    groups: {
      pages: string
      articles: string
      shared: string
      changes: string
    }
    saved: string
    saving: string
    offline: string
    failed: string
    not_saved: string
    to_fix: string
    placeholder: {
      label: string
      real: string
    }
    toolbar: {
      label: string
      heading: string
      strong: string
      arabic: string
      list: string
      cite: string
      page: string
      source: string
      sample: string
    }
    articles: {
      add: string
      title: string
      confirm: string
      untitled: string
    }
    list: {
      add: string
      up: string
      down: string
      remove: string
    }
    register: {
      title: string
      about: string
      add: string
      search: string
      count: string
      back: string
      confirm: string
      columns: {
        number: string
        holder: string
        plant: string
        oval: string
        town: string
        country: string
        covers: string
        from: string
        until: string
        suspended: string
        withdrawn: string
        ended: string
        replaced_by: string
        reason: string
        batches: string
      }
      hints: {
        holder: string
        suspended: string
        ended: string
        reason: string
        batches: string
      }
    }
    changes: {
      none: string
      none_saved: string
      before: string
      after: string
      take_back: string
      take_back_of: string
      file: string
    }
    publish: {
      title: string
      problems: string
      author: string
      summary: string
      summary_sample: string
      button: string
      explain: string
      explain_command: string
      explain_saved: string
      running: string
      pending: string
      interrupted: string
      again: string
    }
    conflict: {
      title: string
      mine: string
      theirs: string
      keep_mine: string
      keep_theirs: string
      moved: string
    }
    sections: {
      articles: string
      organisation: string
      launch: string
      article: string
      cookies: string
      editor: string
      errors: string
      footer: string
      hero: string
      language: string
      mail: string
      navbar: string
      outage: string
      sharing: string
    }
    sides: {
      right: string
      left: string
      above: string
      below: string
    }
    quoted: string
    fields: {
      title: string
      lead: string
      text: string
      body: RichText
      slug: string
      description: string
      items: string
      action: string
      source: string
      alt: string
      caption: string
      words: string
      file: string
      label: string
      form: string
      errors: string
      name: string
      email: string
      phone: string
      address: string
      mail: string
      subject: string
      question: string
      anchor: string
      answer: string
      short_name: string
      offices: string
      partners: string
      recognised_bodies: string
      species: string
      products: string
      phone_hours: string
      answer_time: string
      city: string
      country: string
      street: string
      postal_code: string
      latitude: string
      longitude: string
      country_labels_label: string
      nearby_label: string
      country_labels: string
      nearby: string
      role: string
      authorities: string
      map: string
      time_zone: string
      confirmations: string
      what: string
      date: string
      id: string
      reviews: string
      pages: string
      by: string
      legal: string
      register: string
      tax_number: string
      siret: string
      codes_of_conduct: string
      director: string
      host: string
      provider: string
      embed: string
      page: string
    }
    notes: {
      organisation: {
        about: string
        short_name: string
        offices: string
        partners: string
        recognised_bodies: string
        authorities: string
        map: string
        legal: string
        reviews: string
        time_zone: string
      }
      launch: {
        about: string
      }
    }
    problems: {
      file_missing: string
      file_extra: string
      encoding: string
      syntax: string
      tag: string
      form: string
      file_name: string
      name_taken: string
      extra: string
      missing: string
      empty: string
      needed: string
      list_wanted: string
      group_wanted: string
      text_wanted: string
      choice: string
      unknown: string
      twice: string
      foreign: string
      conflict: string
      no_git: string
      no_repository: string
      no_commit: string
      not_owner: string
      detached: string
      merging: string
      git_busy: string
      signing: string
      file_locked: string
      unexpected: string
      unfilled: string
      braces: string
      brace: string
      sign_open: string
      sign: string
      heading: string
      link: string
      page_unknown: string
      part_unknown: string
      picture_unknown: string
      source_unknown: string
      source_unused: string
      slug: string
      slug_home: string
      slug_taken: string
      card: string
      card_letters: string
      localised: string
      short_name: string
      identifier: string
      phone: string
      country: string
      email: string
      degrees: string
      address: string
      map_address: string
      date: string
      time_zone: string
      register_csv: string
      register_utf16: string
      register_cells: string
      register_columns: string
      register_number: string
      register_number_form: string
      register_until: string
      register_key: string
      register_personal: string
      register_formula: string
      register_garbled: string
      register_turned: string
      register_year: string
      register_ahead: string
    }
  }
  errors: {
    loading: string
    not_found: {
      title: string
      body: RichText
    }
    load: {
      title: string
      message: string
      types: {
        missing: string
        error: string
        timeout: string
      }
      retry: string
      other: string
    }
    unexpected: {
      title: string
      text: string
    }
  }
  footer: {
    pages: string
    lists: {
      help: string
      legal: string
    }
    links: {
      check_label: string
      register: string
      get_certified: string
      questions: string
      legal_notice: string
      privacy: string
      accessibility: string
    }
    label: string
    map_title: string
    map_frame: string
    map_show: string
    map_load: string
    map_note: string
    map_open: string
    locator_title: string
    locator_alt: string
    email: string
    phone: string
    cookies: string
    copyright: string
    statement: string
  }
  get_certified: {
    title: string
    answer: string
    send: string
    mail: {
      subject: string
      lines: string[]
    }
    gains: {
      title: string
      body: RichText
    }
    now: {
      title: string
      body: RichText
    }
    chain: {
      title: string
      lead: string
      company: string
      ours: string
      out: string
      request: {
        title: string
        company: string
        ours: string
        out: string
      }
      documents: {
        title: string
        company: string
        ours: string
        out: string
      }
      visit: {
        title: string
        company: string
        ours: string
        out: string
      }
      changes: {
        title: string
        company: string
        ours: string
        out: string
      }
      first_production: {
        title: string
        company: string
        ours: string
        out: string
      }
      decision: {
        title: string
        company: string
        ours: string
        out: string
      }
      surveillance: {
        title: string
        company: string
        ours: string
        out: string
      }
    }
    documents: {
      title: string
      hint: {
        body: RichText
      }
      groups: {
        title: string
        items: string[]
      }[]
      law: {
        body: RichText
      }
    }
    cost: {
      title: string
      body: RichText
    }
    decides: {
      title: string
      body: RichText
    }
    appeal: {
      title: string
      body: RichText
    }
    changes: {
      title: string
      body: RichText
    }
    published: {
      title: string
      body: RichText
    }
  }
  help: {
    title: string
    check_label: {
      title: string
      text: string
      link: string
    }
    get_certified: {
      title: string
      text: string
      link: string
    }
    ask: {
      title: string
      text: string
      link: string
    }
  }
  hero: {
    title: string
    text: string
    action: string
    contact: string
    get_certified: string
  }
  language: {
    label: string
    name: string
    changed: string
  }
  legal_notice: {
    title: string
    lead: string
    body: RichText
  }
  mail: {
    subject: string
    text: string
    may_be_repeat: string
  }
  mission: {
    title: string
    body: RichText
  }
  navbar: {
    label: string
    menu: string
    skip: string
    home: string
    presentation: string
    certification: string
    contact: string
  }
  outage: {
    page_title: string
    page_help: string
  }
  partenaires: {
    title: string
    lead: string
    roles: {
      slaughterhouse: string
      cutting_plant: string
      processor: string
    }
    map_alt: string
  }
  presentation: {
    title: string
    intro: {
      body: RichText
    }
    commitments: {
      title: string
      by_hand: {
        title: string
        text: string
      }
      present: {
        title: string
        text: string
      }
      decision: {
        title: string
        text: string
      }
      doubt: {
        title: string
        text: string
      }
      answer: {
        title: string
        text: string
      }
    }
    transparency: {
      title: string
      body: RichText
    }
    partners: {
      title: string
      body: RichText
    }
    why: {
      title: string
      items: {
        title: string
        text: string
      }[]
    }
    conclusion: {
      title: string
      body: RichText
    }
    thanks: string
    contact: {
      title: string
      body: RichText
    }
  }
  privacy: {
    title: string
    lead: string
    body: RichText
  }
  questions: {
    title: string
    lead: string
    contents: string
    groups: {
      consumers: {
        title: string
        questions: {
          certificate: {
            anchor: string
            question: string
            body: RichText
          }
          stunning: {
            anchor: string
            question: string
            body: RichText
          }
          slaughterman: {
            anchor: string
            question: string
            body: RichText
          }
          controller: {
            anchor: string
            question: string
            body: RichText
          }
          money: {
            anchor: string
            question: string
            body: RichText
          }
          authority: {
            anchor: string
            question: string
            body: RichText
          }
          meaning: {
            anchor: string
            question: string
            body: RichText
          }
          withdrawal: {
            anchor: string
            question: string
            body: RichText
          }
          price_and_taste: {
            anchor: string
            question: string
            body: RichText
          }
          false_mark: {
            anchor: string
            question: string
            body: RichText
          }
          feast: {
            anchor: string
            question: string
            body: RichText
          }
          rite: {
            anchor: string
            question: string
            body: RichText
          }
          not_yet: {
            anchor: string
            question: string
            body: RichText
          }
        }
      }
      companies: {
        title: string
        questions: {
          begin: {
            anchor: string
            question: string
            body: RichText
          }
          accreditation: {
            anchor: string
            question: string
            body: RichText
          }
          labels: {
            anchor: string
            question: string
            body: RichText
          }
        }
      }
      controllers: {
        title: string
        questions: {
          shift: {
            anchor: string
            question: string
            body: RichText
          }
          become: {
            anchor: string
            question: string
            body: RichText
          }
        }
      }
    }
  }
  register: {
    title: string
    lead: string
    search: {
      label: string
      hint: string
      submit: string
    }
    choose: {
      country: string
      product: string
      state: string
      all: string
    }
    published: string
    since: string
    download: {
      title: string
      link: string
      body: RichText
    }
    reading: {
      title: string
      body: RichText
    }
    results: {
      title: string
      count: string
      near: string
      none_chosen: string
      none: string
    }
    pages: {
      title: string
      page: string
      previous: string
      next: string
    }
    states: {
      in_force: string
      not_yet: string
      suspended: string
      withdrawn: string
      expired: string
      ended: string
      replaced: string
    }
    sentences: {
      in_force: string
      not_yet: string
      suspended: string
      withdrawn: string
      expired: string
      ended: string
      replaced: string
    }
    earlier: {
      suspended: string
      kept: string
      batches: string
    }
    differs: string
    specimen: string
    certificate: string
    details: {
      title: string
      number: string
      holder: string
      plant: string
      oval: string
      town: string
      covers: string
      from: string
      until: string
      reason: string
      replaced_by: string
    }
    covers: {
      sheep: string
      goats: string
      cattle: string
      poultry: string
      slaughter: string
      cutting: string
      mincing: string
      processing: string
      packing: string
      storage: string
    }
    reasons: {
      holder_request: string
      requirement_not_met: string
      audit_not_possible: string
      under_examination: string
      administrative: string
    }
    proof: {
      title: string
      body: RichText
    }
    sheet: {
      day: string
      code: string
      proof: string
    }
    missing: {
      title: string
      body: RichText
    }
    wrong: {
      title: string
      body: RichText
    }
  }
  services: {
    title: string
    lead: string
    items: {
      title: string
      text: string
    }[]
    more: string
  }
  sharing: {
    card_alt: string
  }
}
