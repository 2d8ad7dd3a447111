import { z } from "zod";

/** Response of `configuration/support-acts`: support's actions for the shop, newest first. `At`: ISO UTC. */
export const SupportActsData = z.array(z.strictObject({ Id: z.string(), At: z.string(), What: z.string() }));
export type SupportActs = z.infer<typeof SupportActsData>;
