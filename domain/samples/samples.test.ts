import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { consoleDecider } from "../console/decider.ts";
import { consoleEventSchemas } from "../console/events.ts";
import { toCanonicalJson } from "../core/canonical-json.ts";
import { metadataAt } from "../core/context-for-tests.ts";
import type { Decider } from "../core/decider.ts";
import type { DomainEvent } from "../core/message.ts";
import { eventSchemas, type SheafEvent, upcasters } from "../event-schemas.ts";
import { exportDecider } from "../export/decider.ts";
import { exportEventSchemas } from "../export/events.ts";
import { impersonationDecider } from "../impersonation/decider.ts";
import { grantEventSchemas, impersonationEventSchemas } from "../impersonation/events.ts";
import { grantDecider } from "../impersonation/grant.ts";
import { ledgerDecider } from "../ledger/decider.ts";
import { type CatchUp, ledgerEventSchemas } from "../ledger/events.ts";
import type { LedgerState } from "../ledger/state.ts";
import { localStatusDecider } from "../local-status/decider.ts";
import { localStatusEventSchemas } from "../local-status/events.ts";
import { privacyDecider } from "../privacy/decider.ts";
import { privacyEventSchemas } from "../privacy/events.ts";
import { runDecider } from "../run/decider.ts";
import { runEventSchemas } from "../run/events.ts";
import { shopDecider } from "../shop/decider.ts";
import { shopEventSchemas } from "../shop/events.ts";
import { supportDecider } from "../support/decider.ts";
import { supportEventSchemas } from "../support/events.ts";
import { workspaceDecider } from "../workspace/decider.ts";
import {
  automationAccessSchemas,
  automationEventSchemas,
  designEventSchemas,
  filterEventSchemas,
} from "../workspace/events.ts";

/**
 * A file is named `{type}.v{schema}.json`, or `{type}.v{schema}.{what}.json` if it has a field that the first one
 * lacks.
 */
type Sample = { file: string; type: string; schema: number; data: unknown };

const folder = fileURLToPath(new URL(".", import.meta.url));
const samples: Sample[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort()
  .map((file) => ({ file, ...(JSON.parse(readFileSync(`${folder}${file}`, "utf8")) as Omit<Sample, "file">) }));

type Type = SheafEvent["type"];
type AnyDecider = Decider<unknown, DomainEvent, unknown>;
const stream = (schemas: Readonly<Partial<Record<Type, number>>>, decider: unknown, ...begins: Type[]) => ({
  schemas,
  decider: decider as AnyDecider,
  begins,
});
/** Each event list with its decider, and the events that must precede its other events. */
const streams = [
  stream(shopEventSchemas, shopDecider, "ShopInstalled", "ShopAuthorized"),
  stream(designEventSchemas, workspaceDecider, "ReportDesignCreated"),
  stream(filterEventSchemas, workspaceDecider, "FilterCreated"),
  stream({ ...automationEventSchemas, ...automationAccessSchemas }, workspaceDecider, "AutomationCreated"),
  stream(exportEventSchemas, exportDecider, "ExportRequested"),
  stream(ledgerEventSchemas, ledgerDecider),
  stream(runEventSchemas, runDecider, "RunStarted"),
  stream(supportEventSchemas, supportDecider),
  stream(localStatusEventSchemas, localStatusDecider),
  stream(privacyEventSchemas, privacyDecider, "PrivacyRequestReceived"),
  stream(consoleEventSchemas, consoleDecider),
  stream(impersonationEventSchemas, impersonationDecider, "ImpersonationAllowed"),
  stream(grantEventSchemas, grantDecider),
];
/** Further events that must precede. */
const besides: { readonly [T in Type]?: readonly Type[] } = {
  AgentActRefused: ["AgentActed"],
  JobActRefused: ["JobDropped"],
  JobActUnconfirmed: ["JobDropped"],
  ChargeRequested: ["TierSelected"],
  ChargeActivated: ["TierSelected", "ChargeRequested"],
  ChargeEnded: ["TierSelected", "ChargeRequested"],
  ChargeWaived: ["TierSelected"],
  ChargeWaiverEnded: ["TierSelected", "ChargeWaived"],
  MarketingChoiceChanged: ["TermsAccepted"],
  ReportDesignsOrdered: ["ReportDesignCloned"],
  FiltersOrdered: ["FilterCloned"],
  ExportHandedBack: ["ExportStarted"],
  ExportLeaseLost: ["ExportStarted"],
  ExportFinished: ["ExportStarted"],
  ExportFailed: ["ExportStarted"],
  ExportCancelRequested: ["ExportStarted"],
  ExportRetentionChanged: ["ExportStarted", "ExportFinished"],
  ExportExpired: ["ExportStarted", "ExportFinished"],
  ExportFileErased: ["ExportStarted", "ExportFinished"],
  LocalStatusErased: ["LocalStatusChanged"],
  SupportChangesStopped: ["SupportChangesAllowed"],
  TryBroughtForward: ["SlotClaimed", "TryFailed"],
  TryFailed: ["SlotClaimed"],
  SlotSettled: ["SlotClaimed"],
  ExtraRunSettled: ["ExtraRunClaimed"],
  RunExportFinished: ["RunExportRequested"],
  RunExportEmpty: ["RunExportRequested"],
  RunExportFailed: ["RunExportRequested"],
  DeliveryStarted: ["RunExportRequested", "RunExportFinished"],
  DeliveryConfirmed: ["RunExportRequested", "RunExportFinished", "DeliveryStarted"],
  DeliveryFailed: ["RunExportRequested", "RunExportFinished", "DeliveryStarted"],
  RunEnded: ["RunExportRequested", "RunExportFinished", "DeliveryStarted", "DeliveryConfirmed"],
};
const streamOf = (type: string) => {
  const found = streams.find(({ schemas }) => Object.hasOwn(schemas, type));
  if (!found) throw new Error(`${type} is in no list of events. Add it to one.`);
  return found;
};
/** Events that precede one of a type in its stream. */
const before = (type: Type): readonly Type[] => {
  const { begins } = streamOf(type);
  const place = begins.indexOf(type);
  return place < 0 ? [...begins, ...(besides[type] ?? [])] : begins.slice(0, place);
};
const newest = (type: string): Sample => {
  const schema = eventSchemas[type as Type];
  const file = `${type}.v${schema}.json`;
  const sample = samples.find((candidate) => candidate.file === file);
  if (!sample) throw new Error(`Freeze a sample as domain/samples/${file}.`);
  return sample;
};
/** True for the first sample of a schema number. */
const isFirst = ({ file, type, schema }: Sample) => file === `${type}.v${schema}.json`;
/** State of a stream after its required events and one more. */
const stateAfter = ({ type, schema, data }: Sample) => {
  const { decider } = streamOf(type);
  const metadata = metadataAt("2026-11-20T10:00:00.000Z");
  const state = before(type as Type).reduce(
    (reached, earlier, version) =>
      decider.evolve(reached, { type: earlier, data: newest(earlier).data }, metadata, version),
    decider.initialState,
  );
  return { state, after: decider.evolve(state, { type, data: upcasters.upcast(type, schema, data) }, metadata, 9) };
};

describe("the events ever written", () => {
  it("match the snapshot, in which a new sample adds a line and no line ever changes", () => {
    const lines = samples.map(({ file, type, schema, data }) => {
      const hash = createHash("sha256").update(toCanonicalJson({ type, schema, data })).digest("hex");
      return `${file} ${hash.slice(0, 12)}`;
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "AgentActRefused.v1.json faf69223b866",
        "AgentActed.v1.json d36807f41471",
        "AgentSignedIn.v1.json 0145885964cd",
        "AgentSignedOut.v1.json a5c856647d90",
        "AlertAddressChanged.v1.json e8fb5b65f783",
        "AutomationCloned.v1.json 5c1772e6f284",
        "AutomationCreated.v1.json 8dd80e464694",
        "AutomationDateBasisChanged.v1.json 849cac7dc8ed",
        "AutomationDateFilterChanged.v1.json 7522b0decd3a",
        "AutomationDeleted.v1.json 00c7ece3a75b",
        "AutomationDesignChosen.v1.json 9979c0641e62",
        "AutomationDestinationChanged.v1.json 9e618a0b0e25",
        "AutomationEmptyReportsChanged.v1.json 57410a31e4c1",
        "AutomationExpired.v1.json 8628613cdf18",
        "AutomationFileTypeChanged.v1.json 93feacf37e5f",
        "AutomationFilterChosen.v1.json d69e0194173f",
        "AutomationNextDestinationChanged.v1.json 733ee7c1515e",
        "AutomationPaused.v1.json a52f60aa2029",
        "AutomationRenamed.v1.json 493c4557440b",
        "AutomationRestored.v1.json 9fb796db855b",
        "AutomationScheduleChanged.v1.json dadd1549b33f",
        "AutomationStarted.v1.json e2ebbdc54db0",
        "CatchUpsCalledOff.v1.json ad7a445552c7",
        "ChargeActivated.v1.json 8edfea2a4c04",
        "ChargeEnded.v1.json 67574420f10b",
        "ChargeEnded.v2.json 435aaa3380ac",
        "ChargeRequested.v1.json 1ef40a845d93",
        "ChargeWaived.v1.json 94c0f61be2df",
        "ChargeWaiverEnded.v1.json 12e8506c2024",
        "CustomColumnChanged.v1.json 4cdcea39963d",
        "DeliveryConfirmed.v1.json ec7a866cd2c2",
        "DeliveryFailed.v1.arrived.json d17d887ad2db",
        "DeliveryFailed.v1.final.json 6790f979b1e1",
        "DeliveryFailed.v1.in-doubt.json 5816d74fa1f9",
        "DeliveryFailed.v1.json 8cbc533baecb",
        "DeliveryFailed.v1.unsendable.json 0f40a2392881",
        "DeliveryFailed.v1.wait.json 234f7be4f431",
        "DeliveryStarted.v1.json 743ada8f5691",
        "ExportCancelRequested.v1.json ea09e4afc4ea",
        "ExportCanceled.v1.json 9be6f5c202a1",
        "ExportExpired.v1.json 1c94caa5da9d",
        "ExportFailed.v1.json 7bc4d6329049",
        "ExportFileErased.v1.json e55bbb5fc9d6",
        "ExportFinished.v1.differs.json e406b0b1c0f6",
        "ExportFinished.v1.gone-carried.json c09ff3441b92",
        "ExportFinished.v1.gone-chosen.json 5a8c09ccd0ad",
        "ExportFinished.v1.identical.json 6f147555d1a9",
        "ExportFinished.v1.json ac2fc195369b",
        "ExportFinished.v1.late.json 9254ab91f1f7",
        "ExportFinished.v1.pictures.json 19aff7aa15df",
        "ExportFinished.v1.unknown.json 656afe190912",
        "ExportFinished.v1.unread.json 74b6c6e89bcb",
        "ExportHandedBack.v1.json e2b2bc561176",
        "ExportLeaseLost.v1.json b198b5aa98a7",
        "ExportRequested.v1.json 2652227b4e8a",
        "ExportRequested.v2.automated.json 94d2734ee0c0",
        "ExportRequested.v2.json 41bd6c895348",
        "ExportRequested.v2.repeats.json a4d6bcc4b936",
        "ExportRetentionChanged.v1.json 99cd2dcbafc3",
        "ExportStarted.v1.json 676890196f26",
        "ExtraRunClaimed.v1.again.json 21d848df9a8f",
        "ExtraRunClaimed.v1.json fdbff39ad79b",
        "ExtraRunSettled.v1.arrived.json 5b5b3156c145",
        "ExtraRunSettled.v1.json 2c042ec4d5fb",
        "FilterCloned.v1.json 2bb28d22ff31",
        "FilterCloned.v2.json eb4b091ca7d1",
        "FilterCreated.v1.json 317dfe257ca9",
        "FilterCreated.v2.json a6f7957ea2c7",
        "FilterDeleted.v1.json 88979b538eea",
        "FilterRenamed.v1.json 95f95dbbf63f",
        "FilterRestored.v1.json 79d4a1de32f7",
        "FilterRestored.v2.json 1b6477de22f3",
        "FilterSieverChanged.v1.json b992c8c2a5d5",
        "FilterSieverChanged.v2.json 94e5222621df",
        "FilterStatusChanged.v1.json 531f51c9711b",
        "FiltersOrdered.v1.json f5e547a5b864",
        "FlagChanged.v1.json bdb0619069fd",
        "ImpersonationAllowed.v1.json d852cdf68d3a",
        "ImpersonationBegun.v1.json 66def0e3c8bf",
        "ImpersonationEnded.v1.json a6eb219f077f",
        "JobActRefused.v1.json 312bad4821ac",
        "JobActUnconfirmed.v1.json 53950414b96b",
        "JobDropped.v1.json 0788080a40d9",
        "JobTriedAgain.v1.json b26955ac407b",
        "LocalStatusChanged.v1.json 5d23e9721977",
        "LocalStatusErased.v1.json cc71620cf07a",
        "MarketingChoiceChanged.v1.json b716da98aacb",
        "ParkedTriedAgain.v1.json b1caf3c47332",
        "PreferenceChanged.v1.json a77fbbd350c8",
        "PrivacyExportsNamed.v1.json e19e940ddf88",
        "PrivacyRequestCarriedOut.v1.json a56d67e10260",
        "PrivacyRequestReceived.v1.json 7d3680acfc02",
        "QuotasChanged.v1.json 0c4c21fd1398",
        "ReportColumnHidden.v1.json d9357c22c116",
        "ReportColumnMoved.v1.json 436f58808e3e",
        "ReportColumnRenamed.v1.json 391d3f542bf1",
        "ReportColumnResized.v1.json d43b3a0e1229",
        "ReportColumnShown.v1.json a813b7553910",
        "ReportDesignCloned.v1.json 6be6f0c35621",
        "ReportDesignCreated.v1.json 4821720cb78f",
        "ReportDesignDeleted.v1.json a32a31ab4a03",
        "ReportDesignRestored.v1.json 517f352c7001",
        "ReportDesignsOrdered.v1.json ce3bcf22f8d6",
        "ReportGroupingChanged.v1.json 2a51a265a157",
        "ReportNumberFormatChanged.v1.json c5bd21cbedc5",
        "ReportRenamed.v1.json 040031e577c8",
        "ReportSortingChanged.v1.json f2e9533f8022",
        "ReportSplitterChanged.v1.json 583fef791f7b",
        "Resumed.v1.json 3254a7fc2d74",
        "Resumed.v1.planned.json 101f91559ef9",
        "RunEnded.v1.arrived.json 501ae83adfba",
        "RunEnded.v1.json b0eac0537acf",
        "RunExportEmpty.v1.json 29b9d5ca25da",
        "RunExportFailed.v1.json 8df1fcedfd5a",
        "RunExportFinished.v1.json db3f735b55a6",
        "RunExportFinished.v1.without.json a7b302d6bd7e",
        "RunExportRequested.v1.json 47643403e421",
        "RunStarted.v1.json 1a8e686e0b66",
        "ServerKeyForgotten.v1.json cf916e32a801",
        "ShopAuthorized.v1.json 0bfb0d098cf5",
        "ShopErased.v1.json fc00af260202",
        "ShopImpersonated.v1.json da58fe1867de",
        "ShopInstalled.v1.json 0d5d90ac6ec5",
        "ShopLookedAt.v1.json fd531fd8f65d",
        "ShopProfileChanged.v1.json 836627b94e3c",
        "ShopUninstalled.v1.json 3fc23189af18",
        "SlotClaimed.v1.json dba0ce084499",
        "SlotSettled.v1.arrived.json eabfd6ec6440",
        "SlotSettled.v1.json a9ac7ce57b81",
        "SlotSettled.v1.without.json 848e819f3e53",
        "SlotsSkipped.v1.json b67e1afa32fa",
        "SupportChangesAllowed.v1.json a053a43ecaa6",
        "SupportChangesStopped.v1.json 18990e2083f9",
        "SupportMessageSent.v1.json 4a82e1c706fb",
        "Suspended.v1.json fbdea4c5b87f",
        "TermsAccepted.v1.json 1a452906b54c",
        "TermsDeclined.v1.json bc51b58459d1",
        "TierSelected.v1.json b261cc7acc9b",
        "TryBroughtForward.v1.json 44c6ac0529d8",
        "TryFailed.v1.arrived.json 99892a3031eb",
        "TryFailed.v1.json 7452bed3f92d",
        "WebhookSecretRenewed.v1.json 87d0d3407dc3",
        "WebhookSecretShown.v1.json 3f19574f8ca1",
      ]
    `);
  });

  it("have a frozen sample of every schema", () => {
    const wanted = Object.entries(eventSchemas).flatMap(([type, schema]) =>
      Array.from({ length: schema }, (_, n) => `${type}.v${n + 1}.json`),
    );
    expect(samples.filter(isFirst).map((sample) => sample.file)).toEqual(wanted.sort());
    for (const { file, type, schema } of samples) expect(file).toMatch(`${type}.v${schema}.`);
  });

  it.each(samples.filter(isFirst))("can still be read: $file", ({ type, schema, data }) => {
    const today = upcasters.upcast(type, schema, data);
    // An upcast sample must have today's fields.
    expect(Object.keys(today as object).sort()).toEqual(Object.keys(newest(type).data as object).sort());
  });

  const later = samples.filter((sample) => !isFirst(sample));
  const isOfLedger = ({ type }: Sample) => Object.hasOwn(ledgerEventSchemas, type);

  it.each(later.filter(isOfLedger))("keep their full content in the ledger's state: $file", (sample) => {
    const state = stateAfter(sample).after as LedgerState;
    const { retryOf, catchUps, calledOff, tried, without, arrived } = sample.data as Record<string, unknown>;
    const resumed = () => ({
      retry: retryOf,
      catchUps,
      calledOff: (calledOff as CatchUp[]).map(({ period }) => ({ period })),
    });
    const ofArrived = () => (sample.type === "TryFailed" ? { open: { arrived } } : { settled: [{ arrived }] });
    const parts =
      sample.type === "Resumed" ? resumed() : without === undefined ? { open: { tried } } : { carried: without };
    expect(state).toMatchObject(arrived === undefined ? parts : ofArrived());
  });

  const isOfRun = ({ type }: Sample) => Object.hasOwn(runEventSchemas, type);

  it.each(later.filter(isOfRun))("keep their optional content in the run's state: $file", (sample) => {
    const { without, notBefore, final, arrived } = sample.data as Record<string, unknown>;
    const failure = final ? { final } : { notBefore };
    const parts = without ? { file: { without } } : { failure };
    expect(stateAfter(sample).after).toMatchObject(arrived === undefined ? parts : { arrived });
  });

  const others = later.filter((sample) => !isOfLedger(sample) && !isOfRun(sample));

  it.each(others)("keep their full content: $file", (sample) => {
    const { after } = stateAfter(sample);
    const kept = Object.values(after as object).filter((part) => part !== null && typeof part === "object");
    expect(kept).toContainEqual(sample.data);
  });

  it.each(samples)("still change their stream's state: $file", (sample) => {
    const { state, after } = stateAfter(sample);
    expect(after).not.toEqual(state);
    // Snapshots store states as JSON.
    expect(JSON.parse(JSON.stringify(after))).toEqual(after);
  });
});
