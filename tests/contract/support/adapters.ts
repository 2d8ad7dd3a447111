import { createTempFolder } from "./temp-folder.ts";

/** A port's adapter under a contract. After `reopen`, `open` returns the same data, as after a restart. */
export type Opened<Port> = { port: Port; reopen(): Promise<Port>; close(): Promise<void> };
export type Adapter<Port> = { name: string; open(): Promise<Opened<Port>> };

/** An adapter that lives in the process: a restart finds the same object. */
export const inMemory = <Port>(
  create: () => Port,
  close: (port: Port) => Promise<void> = async () => undefined,
): Adapter<Port> => ({
  name: "memory",
  async open() {
    const port = create();
    return { port, reopen: async () => port, close: () => close(port) };
  },
});

/** An adapter over its own folder, which goes with it. */
export const inFolder = <Port>(
  name: string,
  create: (folder: string) => Port,
  close: (port: Port) => Promise<void>,
): Adapter<Port> => ({
  name,
  async open() {
    const folder = await createTempFolder();
    const opened = { port: create(folder.path) };
    return {
      ...opened,
      async reopen() {
        await close(opened.port);
        opened.port = create(folder.path);
        return opened.port;
      },
      async close() {
        await close(opened.port);
        await folder.remove();
      },
    };
  },
});

/**
 * Which adapters the contract is held to in this run: those in the process and its folder, or those over external
 * engines.
 */
export const engines: "embedded" | "distributed" = process.env.ENGINES === "distributed" ? "distributed" : "embedded";

/** An adapter over an engine that runs already. `place` names a part of it for one test: a database, a prefix. */
export const inEngine = <Port, Place>(
  name: string,
  place: () => Place,
  connect: (place: Place) => Promise<Port>,
  close: (port: Port) => Promise<void>,
): Adapter<Port> => ({
  name,
  async open() {
    const own = place();
    const opened = { port: await connect(own) };
    return {
      ...opened,
      async reopen() {
        await close(opened.port);
        opened.port = await connect(own);
        return opened.port;
      },
      close: () => close(opened.port),
    };
  },
});
