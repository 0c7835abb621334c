# The site as an image: one process, the server, over one build. docs/operating.md: with containers.
#   docker build --build-arg SITE_ORIGIN=https://www.example.org --tag site .

# With npm, and the Node version of .nvmrc.
ARG BASE=docker.io/library/node:26.10.0-trixie-slim

FROM ${BASE} AS build
WORKDIR /site
ARG SITE_ORIGIN
ARG RETENTION_DAYS=365
COPY package.json package-lock.json .npmrc ./
# No scripts: those of packages are not needed, and the project's own are not there yet.
RUN npm ci --ignore-scripts
COPY . .
# Whatever the clone's modes are, the user below must be able to read.
RUN chmod -R a+rX migrations src package.json
RUN SITE_ORIGIN="${SITE_ORIGIN:?Give --build-arg SITE_ORIGIN=https://…}" RETENTION_DAYS="${RETENTION_DAYS}" npm run build

FROM ${BASE} AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --omit=optional

FROM ${BASE}
WORKDIR /site
ARG SITE_ORIGIN
ARG RETENTION_DAYS=365
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SITE_ORIGIN=${SITE_ORIGIN} RETENTION_DAYS=${RETENTION_DAYS}
COPY --from=packages /site/node_modules node_modules
COPY --from=build /site/dist dist
COPY --from=build /site/package.json ./
COPY --from=build /site/migrations migrations
COPY --from=build /site/src src
# A number, so that Kubernetes can check that it is not root. A volume takes the owner of the folder that it covers.
RUN install --directory --owner=10001 --group=10001 --mode=700 /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Node itself, not npm: it gets the signals. It must have eleven minutes to stop, as the mail server may take ten.
ENTRYPOINT ["node", "src/cli/serve.ts"]
