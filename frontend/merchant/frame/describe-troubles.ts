import type { PageTrouble } from "../../shared/api/troubles.ts";

const keptNote = "What you change in an editor is kept in this browser and will be saved automatically.";

/** Describes troubles, except those that follow from a worse one. */
export const describeTroubles = (troubles: readonly PageTrouble[]): string[] => {
  const has = (trouble: PageTrouble) => troubles.includes(trouble);
  if (has("away"))
    return [
      "This page is waiting for Sheaf, which isn't answering right now.",
      keptNote,
      "You don't need to reload this page.",
    ];
  if (has("showing"))
    return [
      has("saving") ? "Sheaf can't load or save anything right now." : "Sheaf can't load your data right now.",
      ...(has("saving") ? [keptNote] : []),
      ...(has("reports") ? ["Reports that are due will be sent later."] : []),
      "You don't need to reload this page.",
    ];
  return [
    ...(has("saving") ? ["Sheaf can't save anything right now.", keptNote] : []),
    ...(has("newest")
      ? ["Your lists don't show your newest changes yet. They're saved and will appear on their own."]
      : []),
    ...(has("reports")
      ? ["Reports and deliveries are waiting right now. Each will be made and sent as soon as possible."]
      : []),
  ];
};
