import { runJob } from "#application/jobs/run-job.ts";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { createPeopleHash, keyMark, type PersonMark } from "#application/people/people-hash.ts";
import { type PrivacySubject, putSubject, toSubjectRef } from "#application/privacy/subject.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type PrivacyCommand, privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { createPrivacyTask } from "../../upkeep/privacy/privacy-task.ts";
import { finishing } from "./finishing.ts";
import { upkeepForTests } from "./upkeep-for-tests.ts";

export const tenant = "7a9f0b6e-0000-4000-8000-000000000001";
export const ann: PersonMark[] = [
  { kind: "order", value: "5000" },
  { kind: "customer", value: "11" },
  { kind: "email", value: "ann@example.com" },
];
export const bob: PersonMark[] = [
  { kind: "order", value: "5001" },
  { kind: "customer", value: "12" },
  { kind: "email", value: "bob@example.com" },
];
export const aboutAnn: PrivacySubject = { customerId: "11", email: "Ann@Example.com", orders: [] };

/** Upkeep for requests about personal data, on memory stores, with exports and their files, a shop, and requests. */
export const privacyUpkeep = () => {
  const upkeep = upkeepForTests();
  const { deps, eventStore, clock } = upkeep;
  const { runner, fileStore, vault, queue } = deps;
  const duty = createPrivacyTask(deps);
  const request = { tenant, actor: { kind: "merchant" } as const, correlation: "c" };

  const publish = async (key: string, bytes: Buffer) => {
    const part = await fileStore.createPart(`${key}.making`);
    await part.write(bytes);
    await part.publish(key);
  };
  const onExport = async (id: string, command: WithoutContext<ExportCommand>) => {
    const result = await runner.execute(
      exportDecider,
      id,
      (context): ExportCommand => ({ ...command, context }) as ExportCommand,
      request,
    );
    if (isRefusal(result)) throw new Error(result.message);
  };
  const requestExport = (id: string, inputHash = "h") =>
    onExport(id, {
      type: "RequestExport",
      exportId: id,
      tenant,
      shop: "aurora-demo",
      reportId: "r",
      reportTitle: "Untitled1",
      fileType: FileType.Csv,
      fileName: `${id}.csv`,
      inputHash,
      trigger: "manual",
      emptyExpected: false,
      asked: null,
    });
  /** Makes its file, with notes about its people as `kept`; none if `undefined`. */
  const finishExport = async (id: string, people: PersonMark[] | undefined, kept = (bytes: Buffer) => bytes) => {
    await onExport(id, { type: "StartExport", worker: "w" });
    const hash = createPeopleHash(vault, tenant);
    await publish(`${id}.1.rows`, Buffer.alloc(32));
    if (people) await publish(`${id}.1.people`, kept(Buffer.from([keyMark, ...people].map(hash).join(""), "hex")));
    await publish(`${id}.1.csv`, Buffer.from("report"));
    await onExport(id, finishing(id, clock.now()));
  };
  const givenFile = async (...[id, ...of]: Parameters<typeof finishExport>) => {
    await requestExport(id);
    await finishExport(id, ...of);
  };
  const onShop = (command: WithoutContext<ShopCommand>) =>
    runner.execute(shopDecider, tenant, (context) => ({ ...command, context }) as ShopCommand, request);
  const givenShop = async () => {
    await onShop({ type: "InstallShop", tenant, shop: "aurora-demo" });
    const { email: _, ...facts } = upkeep.platform.profileOf("aurora-demo");
    const emailRef = await vault.put("owner@aurora.example", { owner: tenant, reference: `shop-email:${tenant}` });
    await onShop({ type: "AuthorizeShop", scopes: [], profile: { ...facts, emailRef } });
  };
  /** Makes the platform's request. Only events record it until upkeep handles them. */
  const asks = async (id: string, kind: PrivacyRequestKind, subject?: PrivacySubject, of: string | null = tenant) => {
    if (subject) await putSubject(vault, id, tenant, subject);
    await runner.execute(
      privacyDecider,
      id,
      (context): PrivacyCommand => ({
        type: "ReceivePrivacyRequest",
        kind,
        tenant: of,
        shop: "aurora-demo",
        webhookId: id,
        customer: null,
        orders: subject?.orders.length ?? 0,
        subjectRef: subject ? toSubjectRef(id) : null,
        context,
      }),
      { ...request, actor: { kind: "system", part: "webhooks" } },
    );
  };
  let heardTo: string | undefined;
  const hear = async () => {
    const events = await eventStore.readAll({ limit: 10_000, ...(heardTo === undefined ? {} : { after: heardTo }) });
    await duty.handle(events.filter(({ type }) => duty.types.includes(type)));
    heardTo = events.at(-1)?.position ?? heardTo;
  };
  /** Handles new events and every due job; returns how many. */
  const work = async () => {
    await hear();
    const kinds = Object.keys(duty.handlers);
    for (let count = 0; ; count += 1) {
      const job = await queue.claim({ kinds, lanes: [upkeepLane], worker: "w", leaseMs: 30_000 });
      if (!job) return count;
      await runJob({ ...deps, handlers: duty.handlers, signal: new AbortController().signal }, job);
    }
  };
  const endOf = async (id: string) => {
    const { state } = await runner.load(privacyDecider, id);
    return state.status === "carried-out" ? state.end : undefined;
  };
  const exportState = async (id: string) => (await runner.load(exportDecider, id)).state;
  const files = () => fileStore.list();
  const eventTypes = async (stream: string) => (await eventStore.readStream(stream)).map(({ type }) => type);
  return {
    ...upkeep,
    duty,
    requestExport,
    finishExport,
    givenFile,
    onExport,
    onShop,
    givenShop,
    asks,
    hear,
    work,
    endOf,
    exportState,
    files,
    eventTypes,
  };
};

export type PrivacyUpkeep = ReturnType<typeof privacyUpkeep>;
