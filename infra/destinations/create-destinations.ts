import type { Clock } from "../ports/clock.ts";
import type {
  Delivery,
  Destinations,
  EmailDestination,
  FtpDestination,
  WebhookDestination,
} from "../ports/destination.ts";
import type { HttpOut } from "../ports/http-out.ts";
import type { Mail } from "../ports/mail.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { type Patience, usualPatience } from "./deadline.ts";
import { createEmail } from "./email.ts";
import type { OpenServer } from "./ftp/ftp.ts";
import { createFtpDelivery } from "./ftp/ftp-delivery.ts";
import { createNotes } from "./notes.ts";
import { createReach, hostOf, type ReachOptions } from "./reach.ts";
import { createReceipts } from "./receipts.ts";
import { createServerKeys, type KeyOf } from "./sftp/server-keys.ts";
import { createSteps, withSteps } from "./steps.ts";
import { createWebhook } from "./webhook.ts";

export type DestinationsOptions = ReachOptions & {
  mail: Mail;
  http: HttpOut;
  stateStore: StateStore;
  clock: Pick<Clock, "wall" | "steady">;
  /** MAIL_ATTACHMENT_MAX_MB. */
  attachmentMaxMb: number;
  patience?: Patience;
  /** Certificates trusted beside those of the machine; for tests. */
  ca?: string;
  /** Hears what failed behind a delivery that stands. */
  log?: { warn(fields: object, message: string): void };
};

const ordinaryOthersMs = 5_000;

const keyOf = ({ protocol, host, port }: Pick<FtpDestination, "protocol" | "host" | "port">, tenant: string): KeyOf => {
  const kind = protocol === "SFTP" ? "ssh" : "tls";
  return { tenant, kind, host: hostOf(host), port: port ?? (kind === "ssh" ? 22 : 21) };
};

/** Every way out for a finished report but the public link, which is none: e-mail, FTP, FTPS, SFTP, webhooks (ADR 74). */
export const createDestinations = (options: DestinationsOptions): Destinations => {
  const { mail, http, stateStore, clock, attachmentMaxMb, patience = usualPatience, ca, log } = options;
  const notes = createNotes(stateStore, clock);
  const receipts = createReceipts({ notes, othersMs: patience.othersMs ?? ordinaryOthersMs });
  const keys = createServerKeys(stateStore);
  const servers = { reach: createReach(options), keys, patience, ca };
  // Clients take memory from when they are loaded, and most installations never need them.
  const open: OpenServer = async (destination, of) =>
    destination.protocol === "SFTP"
      ? (await import("./sftp/sftp.ts")).createSftp(servers)(destination, of)
      : (await import("./ftp/ftp.ts")).createFtp(servers)(destination, of);

  const email = createEmail({ mail, notes, receipts, clock, attachmentMaxMb });
  const files = createFtpDelivery({ open, notes, receipts, clock, patience, log });
  const webhook = createWebhook({ http, notes, receipts, clock, testMs: patience.wholeMs });

  return {
    async deliver(delivery, signal) {
      if (!/^[\w-]{1,90}$/.test(delivery.id)) throw new RangeError(`"${delivery.id}" cannot be the id of a delivery.`);
      signal.throwIfAborted();
      const before = await receipts.before(delivery.id, signal);
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
    testFtp: (destination, { tenant }, signal) => files.test(destination, tenant, signal),
    testWebhook: (destination, asked, signal) => webhook.test(destination, asked, signal),
    knowsKeys: async (server, { tenant }) => (await keys.read(keyOf(server, tenant))) !== undefined,
    forgetKeys: (server, { tenant }) => keys.forget(keyOf(server, tenant)),
    close: () => {
      receipts.close();
      http.close();
    },
  };
};
