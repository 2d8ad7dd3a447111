import { buffer } from "node:stream/consumers";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { type Mail, type MailMessage, MailRefused, MailUnavailable, type SendOptions } from "#infra/ports/mail.ts";
import { NotFetched, type OutboundHttp } from "#infra/ports/outbound-http.ts";
import { certificate } from "../protocols/certificates.ts";
import { startFtp } from "../protocols/ftp-server.ts";
import { startHttp } from "../protocols/http-server.ts";
import { startSftp } from "../protocols/sftp-server.ts";

/**
 * How receivers fare. `busy`: they take nothing now. `lost`: they take it, and what they say does not arrive. `closed`:
 * they refuse for good.
 */
export type Weather = "works" | "busy" | "lost" | "closed";

/**
 * A delivery at a receiver. `id`: the delivery's; `name`: the file's; `lost`: its confirmation was lost; `to`: the
 * first address, or the webhook's owner.
 */
type Arrived = { id: string; name: string; text: string | null; lost: boolean; to: string };

/**
 * The mail server of everybody. E-mails about reports that have stopped are taken in every weather but the busy one.
 */
const createMailServer = () => {
  const arrived: Arrived[] = [];
  const alerts: string[] = [];
  const take = async ({ id, to, attachments = [] }: MailMessage, lost: boolean): Promise<void> => {
    const [attached] = attachments;
    const content =
      typeof attached?.content === "function" ? await buffer(await attached.content()) : attached?.content;
    const text = content === undefined ? null : Buffer.from(content).toString("utf8");
    arrived.push({ id: id.replace(/^report-/, ""), name: attached?.name ?? "", text, lost, to: to[0] ?? "" });
  };
  const server = {
    weather: "works" as Weather,
    arrived,
    alerts,
    async send(message: MailMessage, { beforeEnd }: SendOptions = {}) {
      if (server.weather === "busy") throw new MailUnavailable("Not now.", { notTaken: true });
      if (message.id.startsWith("suspended-")) {
        alerts.push(message.id.slice("suspended-".length));
        return { answer: "Taken.", refused: [] };
      }
      if (server.weather === "closed") throw new MailRefused("Never.");
      await beforeEnd?.();
      await take(message, server.weather === "lost");
      if (server.weather === "lost") throw new MailUnavailable("The connection went.");
      return { answer: "Taken.", refused: [] };
    },
    async close() {},
  };
  return server satisfies Mail & { weather: Weather };
};

const memoryHost = "hooks.example";

/** Calls to `hooks.example` are answered here, all others go out. */
const createHooks = () => {
  const out = createOutboundHttp({ allowPrivate: true });
  const arrived: Arrived[] = [];
  const hooks: OutboundHttp & { weather: Weather; arrived: Arrived[] } = {
    weather: "works",
    arrived,
    async call(request, use) {
      const url = new URL(request.url);
      if (url.hostname !== memoryHost) return out.call(request, use);
      const { weather } = hooks;
      if (weather === "works" || weather === "lost") {
        const name = decodeURIComponent(url.searchParams.get("fileurl")?.split("/").at(-1) ?? "");
        const id = request.headers?.["idempotency-key"] ?? "";
        const to = url.searchParams.get("of") ?? "";
        arrived.push({ id, name, text: null, lost: weather === "lost", to });
      }
      if (weather === "lost") throw new NotFetched("too-slow", "It did not answer in time.");
      const status = { works: 200, busy: 503, closed: 410 }[weather];
      return use({ status, header: () => null, url: request.url, body: (async function* () {})() });
    },
    close: () => out.close(),
  };
  return hooks;
};

/**
 * Mail and most webhooks in memory, as fast as a year needs; FTP, FTPS, SFTP and one webhook are servers on this
 * machine.
 */
export const startReceivers = async () => {
  const mail = createMailServer();
  const hooks = createHooks();
  const [ftp, ftps, sftp, http] = await Promise.all([startFtp(), startFtp({ certificate }), startSftp(), startHttp()]);
  let [muffled, weatherNow]: [boolean, Weather] = [false, "works"];
  /** File servers carry out the command, and their last response is lost. */
  const loseAnswers = (): void => {
    const on = muffled || weatherNow === "lost";
    ftp.loseAnswerTo = on ? "RNTO" : undefined;
    ftps.loseAnswerTo = on ? "RNTO" : undefined;
    sftp.loseAnswerTo = on ? "RENAME" : undefined;
  };
  return {
    mail,
    hooks,
    ftp,
    ftps,
    sftp,
    http,
    hookUrl: `https://${memoryHost}/in`,
    set(weather: Weather) {
      mail.weather = weather;
      hooks.weather = weather;
      http.fault = weather === "busy" ? "error" : weather === "lost" ? "cut" : "none";
      http.answer = { status: weather === "closed" ? 410 : 200 };
      for (const server of [ftp, ftps, sftp])
        server.fault = weather === "busy" ? "full" : weather === "closed" ? "password" : "none";
      weatherNow = weather;
      loseAnswers();
    },
    /** Servers of files alone, in any weather. */
    muffle(on: boolean) {
      muffled = on;
      loseAnswers();
    },
    async close() {
      hooks.close();
      await Promise.all([ftp.close(), ftps.close(), sftp.close(), http.close()]);
    },
  };
};
export type Receivers = Awaited<ReturnType<typeof startReceivers>>;
