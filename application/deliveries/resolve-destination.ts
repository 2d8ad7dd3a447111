import { DestinationKind, FtpProtocol, WebhookMethod } from "#domain/enumerations.ts";
import {
  type EmailSetup,
  type FtpSetup,
  type Destination as Kept,
  listVaultTexts,
  type PublicUrlSetup,
  parseErasedReference,
} from "#domain/workspace/automations/destination.ts";
import {
  DeliveryFailed,
  type Destination,
  type EmailDestination,
  type FtpDestination,
} from "#infra/ports/destination.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { detokenizeWithSecrets } from "./tokenized-destination.ts";
import { ensureWebhookSecret } from "./webhook-secret.ts";

const protocolOf = (wire: FtpProtocol): FtpDestination["protocol"] => {
  const names = Object.keys(FtpProtocol) as FtpDestination["protocol"][];
  const name = names.find((candidate) => FtpProtocol[candidate] === wire);
  if (name === undefined) throw new RangeError(`There is no FTP protocol ${wire}.`);
  return name;
};

export const toFtpServer = ({
  protocol,
  host,
  port,
}: FtpSetup): Pick<FtpDestination, "protocol" | "host" | "port"> => ({
  protocol: protocolOf(protocol),
  host,
  ...(port === null ? {} : { port }),
});

/** Destinations except public links, which send nothing. */
export type SendableDestination = Exclude<Kept, PublicUrlSetup>;

/** @throws {DeliveryFailed} lasting: one of its values was erased */
const open = async <Setup extends SendableDestination>(
  vault: Pick<Vault, "readAll">,
  tokenized: Setup,
): Promise<Setup> => {
  const opened = (await detokenizeWithSecrets(vault, tokenized)) as Setup;
  if (listVaultTexts(opened).some(({ text }) => parseErasedReference(text) !== undefined))
    throw new DeliveryFailed(
      "lasting",
      "A value of the destination was erased. Open the automated report, enter it again, and start the report.",
    );
  return opened;
};

const toEmail = ({ recipients, fromName, replyTo, subject, message, asLink }: EmailSetup): EmailDestination => ({
  kind: "email",
  recipients,
  fromName,
  replyTo,
  subject,
  message,
  asLink,
});

/** @throws {DeliveryFailed} lasting: one of its values was erased */
export const resolveEmail = async (vault: Pick<Vault, "readAll">, tokenized: EmailSetup): Promise<EmailDestination> =>
  toEmail(await open(vault, tokenized));

/**
 * Returns a destination with its secrets, so never for an API response.
 * @throws {DeliveryFailed} lasting: one of its values was erased
 */
export const resolveDestination = async (
  { vault, ids }: { vault: Vault; ids: Pick<Ids, "secret"> },
  of: { tenant: string; automationId: string },
  tokenized: SendableDestination,
): Promise<Destination> => {
  const opened = await open(vault, tokenized);
  switch (opened.kind) {
    case DestinationKind.Email:
      return toEmail(opened);
    case DestinationKind.Ftp: {
      const { directory, username, password, direct = false } = opened;
      return { kind: "ftp", ...toFtpServer(opened), directory, username, password, direct };
    }
    case DestinationKind.Webhook: {
      const method = opened.method === WebhookMethod.Post ? "POST" : "GET";
      return { kind: "webhook", method, url: opened.url, secret: await ensureWebhookSecret({ vault, ids }, of) };
    }
  }
};
