import { useRecordContext } from "react-admin";
import { ItemLink } from "../../lists/item-link.tsx";
import { itemOfJob } from "../linked-items.ts";

/** Links a job to its object, if that has a page. */
export const JobItem = () => {
  const job = useRecordContext<{ id: string }>();
  const item = job && itemOfJob(job.id);
  return item ? <ItemLink {...item} /> : null;
};
