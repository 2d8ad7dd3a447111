import { DestinationKind, FtpProtocol, WebhookMethod } from "#domain/enumerations.ts";
import type { Destination, EmailSetup, FtpSetup } from "#domain/workspace/automations/destination.ts";
import type { Receivers } from "./receivers.ts";

/** Where reports of these tests go, as merchants type it. */

export const byMail = (...recipients: string[]): EmailSetup => ({
  kind: DestinationKind.Email,
  recipients,
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
});

const ftpTo = (protocol: FtpSetup["protocol"], port: number, directory: string): FtpSetup => ({
  kind: DestinationKind.Ftp,
  protocol,
  host: "127.0.0.1",
  port,
  directory,
  username: "partner",
  password: "sesame-4711",
});

/** Every way there is, in turn; each report has a folder, a recipient or a public name of its own. */
export const destinationOf = (receivers: Receivers, way: Way, own: string): Destination => {
  const { ftp, ftps, sftp, http, hookUrl } = receivers;
  switch (way) {
    case "mail":
      return byMail(`${own}@partner.example`);
    case "hook":
      return { kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: `${hookUrl}?of=${own}` };
    case "http":
      return { kind: DestinationKind.Webhook, method: WebhookMethod.Get, url: `${http.origin}/${own}` };
    case "public":
      return { kind: DestinationKind.PublicUrl, reportName: own };
    case "ftp":
      return ftpTo(FtpProtocol.FTP, ftp.port, `/${own}`);
    case "ftps":
      return ftpTo(FtpProtocol.FTPS, ftps.port, `/${own}`);
    case "sftp":
      return ftpTo(FtpProtocol.SFTP, sftp.port, `/${own}`);
  }
};
export type Way = "mail" | "hook" | "http" | "public" | "ftp" | "ftps" | "sftp";
