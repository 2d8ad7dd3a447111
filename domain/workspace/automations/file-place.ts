import { DestinationKind, FtpProtocol } from "../../enumerations.ts";
import { fileStem, testTitle } from "../../text/file-stem.ts";
import { quoted } from "../../text/quoted.ts";
import type { AutomationFacts } from "../state.ts";
import type { FtpSetup } from "./destination.ts";

/** Place and names of an automated report's files. Tells if two reports write the same file (ADR 84). */
export type Placed = Pick<AutomationFacts, "automationId" | "title" | "fileType" | "destination">;

/** Default ports of these protocols. All of them lead to the same disk. */
const usual = {
  [FtpProtocol.FTP]: 21,
  [FtpProtocol.FTPS]: 21,
  [FtpProtocol.FTPSSessionResumption]: 21,
  [FtpProtocol.SFTP]: 22,
};
const isUsual = (port: number): boolean => port === 21 || port === 22;

/** `FTP.Example.com.` and `ftp.example.com` are one host. So are the spellings of an IP address. */
const hostKey = (host: string): string => {
  const bare = host
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  return URL.parse(`https://${bare.includes(":") ? `[${bare}]` : bare}/`)?.hostname ?? bare.toLowerCase();
};

/** Compares names like the least strict server: ignores case and Unicode composition. */
const nameKey = (name: string): string => name.normalize("NFC").toLowerCase();

const folderKey = (directory: string): string =>
  directory
    .split(/[/\\]/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== "" && segment !== ".")
    .map(nameKey)
    .join("/");

const folderOf = ({ host, port, protocol, directory }: FtpSetup): string => {
  const asked = port ?? usual[protocol];
  return [hostKey(host), isUsual(asked) ? "usual" : asked, folderKey(directory)].join("\n");
};

/** Prefixes of file names, for slots and for tests. The time follows. */
const stemsOf = ({ title }: Placed): string[] => [title, testTitle(title)].map((one) => nameKey(fileStem(one)));

/** True if two automated reports would overwrite each other's files: same server, folder and names. */
const writeOneFile = (one: Placed, other: Placed): boolean => {
  if (one.destination.kind !== DestinationKind.Ftp || other.destination.kind !== DestinationKind.Ftp) return false;
  if (one.fileType !== other.fileType || folderOf(one.destination) !== folderOf(other.destination)) return false;
  const stems = stemsOf(other);
  return stemsOf(one).some((stem) => stems.includes(stem));
};

/** The shop's other reports with the same place and names of files. */
export const sharingFiles = <P extends Placed>(one: Placed, ofShop: readonly P[]): P[] =>
  ofShop.filter((other) => other.automationId !== one.automationId && writeOneFile(one, other));

/** Refuses to save or start a report because another one writes its files there. */
export const sharedFileSentence = (title: string): string =>
  `The automated report ${quoted(title)} puts files of the same names into this folder, so each would overwrite the other's. Choose another folder, or another title: files are named after it.`;
