import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startWebs, type Webs } from "../concurrency/start-webs.ts";
import { openOwnEvents } from "../engines/eventstoredb/own-events.ts";
import { ownMongoUrl } from "../engines/mongodb/support.ts";
import { until } from "../support/until.ts";
import { engines } from "./support/adapters.ts";

type Answer = { status: number; data: unknown; position: string | null; isStale: boolean };

/** Settings of the set-up that is held to the contract, and how its engines are ended. Documents are embedded where there is no MongoDB. */
const setUp = async (): Promise<{ environment: Record<string, string>; close(): Promise<void> }> => {
  if (engines === "embedded") return { environment: {}, close: async () => undefined };
  const events = await openOwnEvents(inject("eventStore"));
  const documents = inject("mongoUrl") && {
    MONGODB_URL: ownMongoUrl(),
    MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  return { environment: { EVENTSTORE_URL: events.url, ...documents }, close: events.close };
};

describe(`a merchant who sends a command to one process and queries another, over ${engines} stores`, () => {
  let engine: Awaited<ReturnType<typeof setUp>>;
  let webs: Webs;
  beforeAll(async () => {
    engine = await setUp();
    const parts = ["commands", "queries", "commands,queries,pages"];
    webs = await startWebs(3, {
      environment: engine.environment,
      ofWeb: (n) => ({ WEB_PARTS: parts[n] ?? "commands" }),
    });
  }, 120_000);
  afterAll(async () => {
    await webs?.stop();
    await webs?.remove();
    await engine?.close();
  });

  const ask = async (url: string, method: string, path: string, awaited?: string): Promise<Answer> => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${webs.token}`,
        ...(method === "POST" ? { "content-type": "application/json", "x-command-id": randomUUID() } : {}),
        ...(awaited === undefined ? {} : { "x-await-position": awaited }),
      },
    });
    return {
      status: response.status,
      data: ((await response.json()) as { Data: unknown }).Data,
      position: response.headers.get("x-event-position"),
      isStale: response.headers.get("x-stale") === "true",
    };
  };
  const create = async (url: string) => {
    const { status, data, position } = await ask(url, "POST", "reports/create-new");
    expect(status).toBe(200);
    return { id: (data as { id: string }).id, position: position ?? "" };
  };

  /** Over external engines a slow machine may not reach the position within the two seconds that a response waits. */
  const askUntilFresh = (url: string, path: string, position: string): Promise<Answer> =>
    until("a response isn't stale", async () => {
      const answer = await ask(url, "GET", path, position);
      if (engines === "embedded") expect(answer).toMatchObject({ status: 200, isStale: false });
      return answer.status === 200 && !answer.isStale && answer;
    });

  it("finds the command's result in every response that waited for its position", async () => {
    const [commands, queries, both] = webs.urls;
    const askers = [queries, both ?? queries];
    for (let n = 0; n < 20; n += 1) {
      const { id, position } = await create(n % 2 === 0 ? commands : (both ?? commands));
      for (const url of askers) {
        const list = await askUntilFresh(url, "reports/get-reports", position);
        expect(JSON.stringify(list.data)).toContain(id);
        const one = await askUntilFresh(url, `reports/get-report?id=${id}`, position);
        expect(one.data).toMatchObject({ id });
      }
    }
  });

  it("learns that a response is stale if the position is never reached, not that an item is missing", async () => {
    const [commands, queries] = webs.urls;
    const { position } = await create(commands);
    const never = position.replace(/^./, "9");
    expect(await ask(queries, "GET", "reports/get-reports", never)).toMatchObject({ status: 200, isStale: true });
    expect(await ask(queries, "GET", `reports/get-report?id=${randomUUID()}`, never)).toMatchObject({ status: 503 });
  });

  it("gets 421 from a process that doesn't handle the call", async () => {
    const [commands, queries] = webs.urls;
    expect(await ask(queries, "POST", "reports/create-new")).toMatchObject({ status: 421 });
    expect(await ask(commands, "GET", "reports/get-reports")).toMatchObject({ status: 421 });
  });
});
