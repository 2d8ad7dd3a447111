import { useRecordContext } from "react-admin";
import { ItemLink } from "../../lists/item-link.tsx";
import { itemOfJob } from "../linked-items.ts";

/** Links a job to its object, if that has a page. */
export const JobItem = () => {
  const job = useRecordContext<{ id: string }>();
  const thing = job && itemOfJob(job.id);
  return thing ? <ItemLink {...thing} /> : null;
};
