import { fastify } from 'fastify'
import { serveLive } from '../build/live-editing.ts'
import { addContactRoute } from '../server/contact/contact-route.ts'
import { openContact } from '../server/contact/contact-service.ts'
import { processLog } from '../server/operations/log.ts'
import { instanceName, readSettings } from '../settings.ts'
import { run } from './run.ts'

await run(async () => {
  const settings = readSettings()
  await serveLive(settings, async (readContact) => {
    const contact = await openContact(settings, readContact, processLog(instanceName(settings)))
    const app = fastify()
    addContactRoute(app, contact)
    await app.ready()
    contact.start()
    console.log(contact.description)
    return (request, response) => app.routing(request, response)
  })
})
