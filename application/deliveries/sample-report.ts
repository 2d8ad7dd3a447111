import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { isEmailAddress } from "#domain/destinations/recipients.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Automation } from "#domain/workspace/state.ts";
import { type Delivery, DeliveryFailed, type EmailDestination } from "#infra/ports/destination.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { type FileNeeds, loadFinishedFile } from "../exports/finished-file.ts";
import { resolveEmail } from "./resolve-destination.ts";

/** Ends the mail, which otherwise is as it would be sent. */
const sampleNote = "This is a sample. It was sent to you only.";

/** The shop's own address; undefined if it was erased or isn't an address. */
export const readOwnAddress = async (
  { vault }: { vault: Pick<Vault, "read"> },
  { profile }: Pick<AuthorizedShop, "profile">,
): Promise<string | undefined> => {
  const address = await vault.read(profile.emailRef);
  return typeof address === "string" && isEmailAddress(address) ? address : undefined;
};

/** The automated report's own mail, to the shop alone. Other destinations have no mail, so the usual one brings the file. */
const destinationOf = async (
  vault: Pick<Vault, "readAll">,
  { destination }: Automation,
  address: string,
): Promise<EmailDestination> => {
  const own =
    destination.kind === DestinationKind.Email
      ? await resolveEmail(vault, { ...destination, recipients: [] })
      : ({ kind: "email", fromName: "", replyTo: "", subject: "", message: "", asLink: false } as const);
  return { ...own, recipients: [address] };
};

export type Sample = {
  automation: Automation;
  orders: number;
  rows: number;
  delivery: Delivery<EmailDestination>;
};

/**
 * Loads a finished sample of an automated report, with its mail as the report is saved now. Undefined if there is
 * none, or if nobody may get it: the shop or its address is gone, or the automated report was deleted.
 * @throws {DeliveryFailed} its file is gone, or a text of its mail was erased
 */
export const loadSample = async (
  needs: FileNeeds & { vault: Pick<Vault, "sign" | "read" | "readAll"> },
  { tenant, exportId }: { tenant: string; exportId: string },
): Promise<Sample | undefined> => {
  const { runner, vault } = needs;
  const [{ state }, { state: shop }, { state: workspace }] = await Promise.all([
    runner.load(exportDecider, exportId),
    runner.load(shopDecider, tenant),
    runner.load(workspaceDecider, tenant),
  ]);
  if (state.status === "unknown" || state.facts.tenant !== tenant || shop.status !== "authorized") return undefined;
  const { sampleOf, period } = state.facts;
  const automation = workspace.automations.find(({ automationId }) => automationId === sampleOf);
  const address = await readOwnAddress(needs, shop);
  if (!automation || !period?.from || address === undefined) return undefined;
  const { file, createdAt, notes } = await loadFinishedFile(
    needs,
    exportId,
    async () => new DeliveryFailed("lasting", "The sample's file was removed. Make a new sample."),
  );
  if (state.status !== "finished") return undefined;
  return {
    automation,
    orders: state.file.orders,
    rows: state.file.rows,
    delivery: {
      id: `sample-${exportId}`,
      tenant,
      shop: shop.shop,
      file,
      title: automation.title,
      period: { from: period.from, to: period.to },
      zone: resolveZone(period.zone),
      createdAt,
      test: false,
      notes: [...notes, sampleNote],
      destination: await destinationOf(vault, automation, address),
    },
  };
};
