# The exchange in an image of its own: built in one stage, run in another by a user without rights.
FROM node:26-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# By the lockfile alone: `npm ci` resolves nothing anew. What scripts of dependencies would fetch, only the tests need.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY client client
COPY devnet devnet
COPY web web
RUN npm run build && npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 AUTH=keys DATABASE_URL=sqlite:/data/millpond.db
WORKDIR /app
COPY package.json LICENSE ./
COPY bin bin
COPY docs docs
COPY ops ops
COPY public public
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
RUN ln -s /app/bin/millpond.cjs /usr/local/bin/millpond && install -d -m 700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 8080
# Checks /livez, not /readyz: an unhealthy container may be restarted, which does not help if only the database is down.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["millpond"]
CMD ["serve"]
