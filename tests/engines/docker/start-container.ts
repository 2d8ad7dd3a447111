import type { ContainerRuntimeClient } from "testcontainers";
import type { Missing } from "../choice.ts";

const reachDocker = async (): Promise<ContainerRuntimeClient | undefined> => {
  // Testcontainers takes a third of a second to load, and many runs do without it.
  const { getContainerRuntimeClient } = await import("testcontainers");
  // Its error says only that no way to Docker works.
  return getContainerRuntimeClient().catch(() => undefined);
};

export const isDockerThere = async (): Promise<boolean> => (await reachDocker()) !== undefined;

/** @throws {Error} Docker has no such image and cannot fetch it */
const fetchImage = async (docker: ContainerRuntimeClient, image: string): Promise<void> => {
  const { ImageName } = await import("testcontainers");
  const name = ImageName.fromString(image);
  await docker.image.pull(name);
  // A pull that fails halfway ends like one that succeeds.
  if (!(await docker.image.exists(name))) throw new Error("the pull broke off");
};

/**
 * Fetches the image if needed and starts the container that `describe` makes; or says why there is none. `host`: where its ports will be.
 * Testcontainers removes the container when this process ends without stopping it.
 * @throws {Error} the image is there, but the container does not become ready
 */
export const startContainer = async <Started>(
  image: string,
  describe: (host: string) => Promise<{ start(): Promise<Started> }>,
): Promise<Started | Missing> => {
  const docker = await reachDocker();
  if (!docker) return { missing: "no Docker answers" };
  try {
    await fetchImage(docker, image);
  } catch (error) {
    return { missing: `Docker cannot get ${image} (${(error as Error).message.split("\n")[0]})` };
  }
  const container = await describe(docker.info.containerRuntime.host);
  return container.start();
};
