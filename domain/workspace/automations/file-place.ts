import { DestinationKind, FtpProtocol } from "../../enumerations.ts";
import { fileStem, testTitle } from "../../text/file-stem.ts";
import { quoted } from "../../text/quoted.ts";
import type { AutomationFacts } from "../state.ts";
import type { FtpSetup } from "./destination.ts";

/** Where the files of an automated report stand, and under which names: what tells whether two reports write one file (ADR 84). */
export type Placed = Pick<AutomationFacts, "automationId" | "title" | "fileType" | "destination">;

/** The ports that a server has for these protocols where nobody says another: they all lead to the same disk. */
const usual = {
  [FtpProtocol.FTP]: 21,
  [FtpProtocol.FTPS]: 21,
  [FtpProtocol.FTPSSessionResumption]: 21,
  [FtpProtocol.SFTP]: 22,
};
const isUsual = (port: number): boolean => port === 21 || port === 22;

/** `FTP.Example.com.` and `ftp.example.com` are one host, and so are the spellings of an address. */
const hostKey = (host: string): string => {
  const bare = host
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  return URL.parse(`https://${bare.includes(":") ? `[${bare}]` : bare}/`)?.hostname ?? bare.toLowerCase();
};

/** Names as the least particular server compares them: without case, and whichever way a letter is composed. */
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

/** What files begin with: those of slots, and those of tests. Their instant follows. */
const stemsOf = ({ title }: Placed): string[] => [title, testTitle(title)].map((one) => nameKey(fileStem(one)));

/** Whether two automated reports would overwrite each other's files, on a server of files: same server, same folder, same names. */
const writeOneFile = (one: Placed, other: Placed): boolean => {
  if (one.destination.kind !== DestinationKind.Ftp || other.destination.kind !== DestinationKind.Ftp) return false;
  if (one.fileType !== other.fileType || folderOf(one.destination) !== folderOf(other.destination)) return false;
  const stems = stemsOf(other);
  return stemsOf(one).some((stem) => stems.includes(stem));
};

/** The other reports of a shop whose files would have the place and the names of this one's. */
export const sharingFiles = <P extends Placed>(one: Placed, ofShop: readonly P[]): P[] =>
  ofShop.filter((other) => other.automationId !== one.automationId && writeOneFile(one, other));

/** Why a report is not saved or started: another one writes its files there. */
export const sharedFileSentence = (title: string): string =>
  `The automated report ${quoted(title)} puts files of the same names into this folder, so each would overwrite the other's. Choose another folder, or another title: files are named after it.`;
