import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpProblem, sendHtml, sendJson } from "../server/http.ts";
import { noticePage } from "../server/pages.ts";
import type { Calls } from "./calls.ts";
import { callsPage, type FormatTime, type MailShop, mailboxPage, mailPage } from "./pages.ts";
import type { MailFile, OutboxReader } from "./read-outbox.ts";

export type Mailbox = {
  /** Undefined if the store was started without a folder. */
  outbox: OutboxReader | undefined;
  calls: Calls;
  appUrl: string;
  origin: () => string;
  shopOf: (name: string) => { title: string; zone: string } | undefined;
};

const goneProblem = (): HttpProblem =>
  new HttpProblem(404, noticePage("No such mail", "There is no such mail in the outbox. It may have been removed."));

/** Sends a file as a download, so that no browser runs it. */
const sendFile = (response: ServerResponse, { name, content }: MailFile): void => {
  const bare = name.replaceAll(/[\p{Cc}\p{Surrogate}/\\]/gu, "_").slice(0, 200);
  response.writeHead(200, {
    "Content-Type": "application/octet-stream",
    "Content-Length": content.byteLength,
    "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(bare).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "no-store",
  });
  response.end(content);
};

/** Sends a mail's HTML without scripts, forms, working links or network access. */
const sendMailHtml = (response: ServerResponse, html: string): void => {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  });
  response.end(html);
};

const timeFormat = { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" } as const;

const createFormatTime =
  ({ shopOf }: Pick<Mailbox, "shopOf">): FormatTime =>
  (at, shop) => {
    const timeZone = shopOf(shop)?.zone ?? "UTC";
    const format = new Intl.DateTimeFormat("en-GB", { ...timeFormat, hour12: true, timeZone });
    return `${format.format(new Date(at)).replace(/[ap]m$/, (half) => half.toUpperCase())} (${timeZone})`;
  };

const listMails = async (mailbox: Mailbox, response: ServerResponse, chosen: string): Promise<void> => {
  const mails = (await mailbox.outbox?.list()) ?? [];
  const names = [...new Set(mails.map(({ shop }) => shop))].filter((shop) => shop !== "").toSorted();
  const shops: MailShop[] = names.map((name) => ({ name, title: mailbox.shopOf(name)?.title ?? name }));
  const known = names.includes(chosen) ? chosen : "";
  const shown = known === "" ? mails : mails.filter(({ shop }) => shop === known);
  sendHtml(response, 200, mailboxPage({ mails: shown, shops, chosen: known }, createFormatTime(mailbox)));
};

/**
 * Serves `/mailbox`: the outbox's mail, and webhook calls to `/mailbox/hook/{name}`. `path`: the part after
 * `/mailbox/`.
 */
export const serveMailbox = async (
  mailbox: Mailbox,
  { path, url, request, response }: { path: string; url: URL; request: IncomingMessage; response: ServerResponse },
): Promise<void> => {
  const { outbox, calls, appUrl, origin } = mailbox;
  const hook = /^hook(?:\/([^/]*))?$/.exec(path);
  if (hook && (request.method === "GET" || request.method === "POST")) {
    await calls.receive(request, url, hook[1] || "hook");
    return sendJson(response, 200, { ok: true });
  }
  if (request.method !== "GET") throw new HttpProblem(405, { errors: "Method Not Allowed" });
  if (path === "") return listMails(mailbox, response, url.searchParams.get("shop") ?? "");
  if (path === "calls")
    return sendHtml(
      response,
      200,
      callsPage({ calls: calls.list(), address: `${origin()}/mailbox/hook/orders`, appUrl }, createFormatTime(mailbox)),
    );
  const [id = "", part, n, ...rest] = path.split("/");
  const mail = await outbox?.read(id);
  if (!mail || rest.length > 0) throw goneProblem();
  if (part === undefined) return sendHtml(response, 200, mailPage(mail, createFormatTime(mailbox)), "frame-src 'self'");
  if (part === "html" && n === undefined) return sendMailHtml(response, mail.html);
  const file = part === "files" && /^\d{1,4}$/.test(n ?? "") ? mail.files[Number(n)] : undefined;
  if (!file) throw goneProblem();
  return sendFile(response, file);
};
