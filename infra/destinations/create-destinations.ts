import type { Clock } from "../ports/clock.ts";
import type {
  Delivery,
  Destinations,
  EmailDestination,
  FtpDestination,
  WebhookDestination,
} from "../ports/destination.ts";
import type { Mail } from "../ports/mail.ts";
import type { OutboundHttp } from "../ports/outbound-http.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { type DeliveryTimeouts, defaultDeliveryTimeouts } from "./deadline.ts";
import { createDeliveryProgressStore, leavesDoubt } from "./delivery-progress.ts";
import { createEmail } from "./email/email.ts";
import type { OpenServer } from "./ftp/ftp.ts";
import { createFtpDelivery } from "./ftp/ftp-delivery.ts";
import { createReceipts } from "./receipts.ts";
import { createHostResolver, type HostResolverOptions, parseHost } from "./resolve-host.ts";
import { createServerKeys, type ServerKeyId } from "./sftp/server-keys.ts";
import { createSteps, withSteps } from "./steps.ts";
import { createWebhook } from "./webhook.ts";

export type DestinationsOptions = HostResolverOptions & {
  mail: Mail;
  http: OutboundHttp;
  stateStore: StateStore;
  clock: Pick<Clock, "wall" | "steady">;
  attachmentMaxMb: number;
  timeouts?: DeliveryTimeouts;
  /** Certificates trusted besides the machine's; for tests. */
  ca?: string;
  log?: { warn(fields: object, message: string): void };
};

const defaultOthersMs = 5_000;

const keyOf = (
  { protocol, host, port }: Pick<FtpDestination, "protocol" | "host" | "port">,
  tenant: string,
): ServerKeyId => {
  const kind = protocol === "SFTP" ? "ssh" : "tls";
  return { tenant, kind, host: parseHost(host), port: port ?? (kind === "ssh" ? 22 : 21) };
};

/** Reads the number of recipients from an e-mail receipt; undefined for other receipts. */
const countMailed = (to: string): number | undefined => {
  const [, reached] = /^(\d+) (?:of \d+ )?recipients?$/.exec(to) ?? [];
  return reached === undefined ? undefined : Number(reached);
};

/** Creates the channels for reports: e-mail, FTP, FTPS, SFTP and webhooks (ADR 74). A public link sends nothing. */
export const createDestinations = (options: DestinationsOptions): Destinations => {
  const { mail, http, stateStore, clock, attachmentMaxMb, timeouts = defaultDeliveryTimeouts, ca, log } = options;
  const notes = createDeliveryProgressStore(stateStore, clock);
  const receipts = createReceipts({ notes, othersMs: timeouts.othersMs ?? defaultOthersMs });
  const keys = createServerKeys(stateStore);
  const servers = { resolveHost: createHostResolver(options), keys, timeouts, ca };
  // The clients are imported on demand: they take memory, and most installations never need them.
  const open: OpenServer = async (destination, of) =>
    destination.protocol === "SFTP"
      ? (await import("./sftp/sftp.ts")).createSftp(servers)(destination, of)
      : (await import("./ftp/ftp.ts")).createFtp(servers)(destination, of);

  const email = createEmail({ mail, progress: notes, receipts, clock, attachmentMaxMb });
  const files = createFtpDelivery({ open, progress: notes, receipts, clock, timeouts, log });
  const webhook = createWebhook({ http, progress: notes, receipts, clock, wholeMs: timeouts.wholeMs });

  return {
    async deliver(delivery, signal) {
      if (!/^[\w-]{1,90}$/.test(delivery.id)) throw new RangeError(`"${delivery.id}" cannot be the id of a delivery.`);
      signal.throwIfAborted();
      const before = await receipts.findEarlier(delivery.id, signal);
      if (before !== undefined) return before;
      const steps = createSteps(clock);
      const { destination } = delivery;
      try {
        if (destination.kind === "email")
          return await email({ ...delivery, destination } satisfies Delivery<EmailDestination>, steps, signal);
        if (destination.kind === "ftp")
          return await files.deliver({ ...delivery, destination } satisfies Delivery<FtpDestination>, steps, signal);
        return await webhook.deliver(
          { ...delivery, destination } satisfies Delivery<WebhookDestination>,
          steps,
          signal,
        );
      } catch (error) {
        throw withSteps(error, steps);
      }
    },
    async countConfirmedRecipients(deliveryId, { isFirst }) {
      const confirmed = await notes.read(deliveryId);
      // The progress that the receipt replaced may still await a response.
      if (confirmed?.stage === "confirmed") return countMailed(confirmed.receipt.to);
      const mail = await notes.readHandover("email", deliveryId);
      if (!mail) return isFirst ? 0 : undefined;
      return leavesDoubt(mail) ? undefined : mail.reached.length;
    },
    testFtp: (destination, { tenant }, signal) => files.test(destination, tenant, signal),
    testWebhook: (destination, asked, signal) => webhook.test(destination, asked, signal),
    hasPinnedKeys: async (server, { tenant }) => (await keys.read(keyOf(server, tenant))) !== undefined,
    forgetPinnedKeys: (server, { tenant }) => keys.forget(keyOf(server, tenant)),
    close: () => {
      receipts.close();
      http.close();
    },
  };
};
