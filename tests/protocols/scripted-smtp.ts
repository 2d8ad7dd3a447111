import { createServer, type Socket } from "node:net";
import { listen } from "./faults.ts";

/** The phases of a mail. `EHLO`: HELO, too. `BODY`: the server has taken DATA. `END`: it has the final dot. */
export type SmtpPhase = "GREETING" | "EHLO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "BODY" | "END";
/**
 * A response, or what the server does in place of one: it says nothing more, or breaks off. `deaf`: it reads nothing
 * more either. `trickle`: it sends a response byte by byte that never ends.
 */
export type Scripted = string | "silence" | "deaf" | "cut" | "trickle";

const usual: Readonly<Record<SmtpPhase, string>> = {
  GREETING: "220 mail.example",
  EHLO: "250 mail.example",
  STARTTLS: "502 Unknown command",
  AUTH: "235 Ok",
  MAIL: "250 Ok",
  RCPT: "250 Ok",
  DATA: "354 Go on",
  BODY: "",
  END: "250 Ok",
};

export type ScriptedSmtp = {
  url: string;
  /** Everything it got, in order: commands by their first word, `BODY`, `END`. */
  heard: string[];
  /** The recipients of each mail that it took. */
  taken: string[][];
  /** Sets the behavior in a phase from now on. A function gets the line. */
  script: Partial<Record<SmtpPhase, Scripted | ((line: string) => Scripted)>>;
  /** Resolves when that line was received. */
  hears(what: string): Promise<void>;
  /** Answers those that were left in silence. */
  answer(line: string): void;
  /** Counts the open connections. */
  connections(): number;
  close(): Promise<void>;
};

/** Time between two bytes of a trickle, ms: far less than anybody's patience. */
const betweenBytes = 20;
const trickle = (socket: Socket): void => {
  const timer = setInterval(() => socket.write("2"), betweenBytes);
  socket.once("close", () => clearInterval(timer));
};

/** A mail server that responds as scripted, phase by phase. */
export const startScriptedSmtp = async (script: ScriptedSmtp["script"] = {}): Promise<ScriptedSmtp> => {
  const waiting = new Set<{ what: string; resolve: () => void }>();
  const note = (what: string): void => {
    smtp.heard.push(what);
    for (const one of waiting)
      if (one.what === what) {
        waiting.delete(one);
        one.resolve();
      }
  };
  const server = createServer((socket) => {
    let rest = "";
    let isBody = false;
    let to: string[] = [];
    let isRefused = false;
    const at = (phase: SmtpPhase, line = ""): boolean => {
      const planned = smtp.script[phase] ?? usual[phase];
      const said = typeof planned === "function" ? planned(line) : planned;
      if (said === "cut") socket.destroy();
      else if (said === "deaf") socket.pause();
      else if (said === "trickle") trickle(socket);
      else if (said !== "silence" && said !== "trickle" && said !== "") socket.write(`${said}\r\n`);
      isRefused = /^[45]/.test(said);
      return /^[23]/.test(said) || said === "";
    };
    const onCommand = (line: string): void => {
      const [word = ""] = line.split(/[ :]/);
      note(word);
      if (word === "EHLO" || word === "HELO") at("EHLO", line);
      else if (word === "STARTTLS" || word === "AUTH") at(word, line);
      else if (word === "MAIL") {
        to = [];
        at("MAIL", line);
      } else if (word === "RCPT") {
        if (at("RCPT", line)) to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
      } else if (word === "DATA" && isRefused && to.length === 0) socket.write("554 5.5.1 No valid recipients\r\n");
      else if (word === "DATA") {
        isBody = at("DATA", line);
        if (isBody) {
          note("BODY");
          at("BODY");
        }
      } else socket.write("221 Bye\r\n");
    };
    at("GREETING");
    socket.on("data", (bytes) => {
      rest += bytes.toString("latin1");
      for (;;) {
        const mark = isBody ? "\r\n.\r\n" : "\r\n";
        const place = rest.indexOf(mark);
        if (place < 0) return;
        const line = rest.slice(0, place);
        rest = rest.slice(place + mark.length);
        if (!isBody) onCommand(line);
        else {
          isBody = false;
          note("END");
          if (at("END")) smtp.taken.push(to);
        }
      }
    });
  });
  const { port, sockets, close } = await listen(server);
  const smtp: ScriptedSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    heard: [],
    taken: [],
    script,
    hears: (what) =>
      smtp.heard.includes(what) ? Promise.resolve() : new Promise((resolve) => void waiting.add({ what, resolve })),
    answer: (line) => {
      for (const socket of sockets) socket.write(`${line}\r\n`);
    },
    connections: () => sockets.size,
    close,
  };
  return smtp;
};
