// What a form confirms is signed by a passkey, which only a script can ask for. SimpleWebAuthnBrowser is /simplewebauthn.js.
const form = document.querySelector('form[data-passkey]')

/** Asks the passkey, and sends the form with what it answers. What is typed stays if it is refused or interrupted. */
async function confirm(button) {
  const { passkey, options } = form.dataset
  const alert = form.querySelector('[data-passkey-error]')
  alert.textContent = ''
  try {
    const optionsJSON = JSON.parse(options)
    const { startAuthentication, startRegistration } = window.SimpleWebAuthnBrowser
    const answer = await (passkey === 'create'
      ? startRegistration({ optionsJSON })
      : startAuthentication({ optionsJSON }))
    form.elements.passkey.value = JSON.stringify(answer)
    form.requestSubmit(button)
  } catch {
    alert.textContent = alert.dataset.passkeyError
  }
}

form?.addEventListener('submit', (event) => {
  if (form.elements.passkey.value || event.submitter?.name === 'change') return
  event.preventDefault()
  void confirm(event.submitter)
})
if (form && 'atOnce' in form.dataset) void confirm(form.querySelector('button'))
