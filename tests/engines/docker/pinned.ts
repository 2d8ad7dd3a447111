import { compose, environmentOf, interpolated } from "#tests/support/compose-file.ts";

export type EngineName = "eventstore" | "mongodb" | "kafka";

/** A variable takes the place of an image in compose, and so it does here. */
const given = () => process.env as Record<string, string>;

/** The image, environment and health check of an engine in `deploy/compose/compose.yaml`, the one place that names them. `check`: for a shell. */
export const pinned = (name: EngineName) => {
  const service = compose.services[name];
  if (!service?.image) throw new Error(`compose.yaml names no image for ${name}.`);
  const environment = environmentOf(service, () => "");
  return { image: interpolated(service.image, given()), environment, check: service.healthcheck?.test.at(-1) ?? "" };
};
