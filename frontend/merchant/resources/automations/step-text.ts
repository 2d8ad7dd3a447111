import type { DeliveryStep } from "#domain/run/delivery-step.ts";

/** The deliverer's steps, with texts for success and failure. Unknown steps show their own names. */
const words: Readonly<Record<DeliveryStep, readonly [done: string, failed: string]>> = {
  resolved: ["Found the server", "Didn't find the server"],
  connected: ["Connected", "Couldn't connect"],
  secured: ["Secured the connection", "Couldn't secure the connection"],
  "logged in": ["Logged in", "Couldn't log in"],
  "made directory": ["Opened the directory", "Couldn't open the directory"],
  wrote: ["Wrote the file", "Couldn't write the file"],
  "checked size": ["Checked the file's size", "Couldn't confirm the file's size"],
  renamed: ["Gave the file its name", "Couldn't give the file its name"],
  removed: ["Removed the file", "Couldn't remove the file"],
  "handed over": ["Handed over the e-mail", "Couldn't hand over the e-mail"],
  answered: ["Got the mail server's answer", "The mail server's answer was lost"],
  called: ["Called", "The call failed"],
};

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A step of a delivery or test: `Connected`, `Couldn't log in`. `Step`: the deliverer's name for it. */
export const stepText = ({ Step, Failed }: { Step: string; Failed: boolean }): string => {
  const [done, failed] = Object.hasOwn(words, Step)
    ? words[Step as DeliveryStep]
    : [capital(Step), `${capital(Step)}: failed`];
  return Failed ? failed : done;
};
