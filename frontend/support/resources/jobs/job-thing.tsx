import { useRecordContext } from "react-admin";
import { ThingLink } from "../../lists/thing-link.tsx";
import { thingOfJob } from "../linked-things.ts";

/** Links a job to its object, if that has a page. */
export const JobThing = () => {
  const job = useRecordContext<{ id: string }>();
  const thing = job && thingOfJob(job.id);
  return thing ? <ThingLink {...thing} /> : null;
};
