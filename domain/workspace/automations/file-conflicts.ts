import { DestinationKind, FtpProtocol } from "../../enumerations.ts";
import { fileStem, testTitle } from "../../text/file-stem.ts";
import { quoteText } from "../../text/quote-text.ts";
import type { AutomationFacts } from "../state.ts";
import type { FtpSetup } from "./destination.ts";

/** Place and names of a report's files, to find conflicts (ADR 84). */
export type FileLocation = Pick<AutomationFacts, "automationId" | "title" | "fileType" | "destination">;

/** All of these protocols lead to the same disk. */
const defaultPorts = {
  [FtpProtocol.FTP]: 21,
  [FtpProtocol.FTPS]: 21,
  [FtpProtocol.FTPSSessionResumption]: 21,
  [FtpProtocol.SFTP]: 22,
};
const isDefaultPort = (port: number): boolean => port === 21 || port === 22;

/** `FTP.Example.com.` and `ftp.example.com` are one host, and so are spellings of an IP address. */
const hostKey = (host: string): string => {
  const bare = host
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  return URL.parse(`https://${bare.includes(":") ? `[${bare}]` : bare}/`)?.hostname ?? bare.toLowerCase();
};

/** Follows the least strict server: ignores case and Unicode composition. */
const nameKey = (name: string): string => name.normalize("NFC").toLowerCase();

const folderKey = (directory: string): string =>
  directory
    .split(/[/\\]/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== "" && segment !== ".")
    .map(nameKey)
    .join("/");

const folderIdentity = ({ host, port, protocol, directory }: FtpSetup): string => {
  const asked = port ?? defaultPorts[protocol];
  return [hostKey(host), isDefaultPort(asked) ? "usual" : asked, folderKey(directory)].join("\n");
};

/** File names of slots and tests begin with these. The time follows. */
const fileNamePrefixes = ({ title }: FileLocation): string[] =>
  [title, testTitle(title)].map((one) => nameKey(fileStem(one)));

/**
 * True if two reports would overwrite each other's files: on the same server, in the same folder, under the same names.
 */
const hasSameFiles = (one: FileLocation, other: FileLocation): boolean => {
  if (one.destination.kind !== DestinationKind.Ftp || other.destination.kind !== DestinationKind.Ftp) return false;
  if (one.fileType !== other.fileType || folderIdentity(one.destination) !== folderIdentity(other.destination))
    return false;
  const stems = fileNamePrefixes(other);
  return fileNamePrefixes(one).some((stem) => stems.includes(stem));
};

/** Finds the shop's other reports that write the same files. */
export const findFileConflicts = <P extends FileLocation>(one: FileLocation, ofShop: readonly P[]): P[] =>
  ofShop.filter((other) => other.automationId !== one.automationId && hasSameFiles(one, other));

/** Message that another report writes the same files. */
export const fileConflictMessage = (title: string): string =>
  `The automated report ${quoteText(title)} puts files with the same names into this folder, so the two would overwrite each other's files. Choose another folder or another title: files are named after the title.`;
