import { expect, it } from "vitest";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { StreamDamaged } from "#infra/ports/store-errors.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createReactions } from "./reactions.ts";

it("a shop with a damaged stream doesn't block other shops' reports", async () => {
  const [tenants, lines]: [string[], string[]] = [[], []];
  const load = async (_decider: unknown, tenant: string) => {
    if (tenant === "t1") throw new StreamDamaged("Events of the stream workspace-t1 are missing.");
    return { state: { automations: [{ automationId: "a" }] } };
  };
  const note = (_fields: object, message: string) => void lines.push(message);
  const react = createReactions({
    clock: createSystemClock(),
    log: { info: note, warn: note, error: note },
    queue: { enqueue: async ({ tenant }) => tenants.push(tenant) > 0 },
    runner: { load: load as unknown as CommandRunner["load"] },
  });
  const events = ["t1", "t2"].map((tenant) => ({
    id: `charge-${tenant}`,
    type: "ChargeActivated",
    stream: `shop-${tenant}`,
    version: 3,
    position: tenant,
    data: { chargeId: "c" },
    metadata: metadataAt("2026-11-20T11:00:00.000Z", { tenant }),
  }));
  await react(events);
  expect(tenants).toEqual(["t2"]);
  expect(lines).toEqual(["Events of the stream workspace-t1 are missing."]);
});
