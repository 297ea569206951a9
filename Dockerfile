# The command with MPI:
#   docker build --tag manyview .
#   docker run --rm --volume "$PWD:/data" --user "$(id -u):$(id -g)" manyview fit data.mat --clusters 5 --out results
#   docker run --rm --volume "$PWD:/data" --entrypoint mpirun manyview -n 4 manyview fit data.mat --clusters 5 --out results

FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY apps apps
COPY scripts scripts
COPY tsconfig.json tsdown.config.ts ./
ARG COMMIT=unknown
ENV MANYVIEW_COMMIT=$COMMIT
RUN npm ci
RUN mkdir /packed && npm pack --workspaces --ignore-scripts --pack-destination /packed && rm /packed/manyview-studio-*.tgz

FROM node:22-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends openmpi-bin libopenmpi3 openssh-client \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /packed /packed
RUN npm install --prefix /opt/manyview /packed/*.tgz && rm -rf /packed /root/.npm
ENV PATH=/opt/manyview/node_modules/.bin:$PATH
USER node
WORKDIR /data
ENTRYPOINT ["manyview"]
CMD ["--help"]
