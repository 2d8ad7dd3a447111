import { useParams } from "react-router-dom";
import { useServices } from "../services.tsx";
import { Impersonating } from "./impersonating.tsx";

/** The support console opens this page with a ticket, valid once within a minute. */
const ImpersonatePage = () => {
  const { api } = useServices();
  const { id = "" } = useParams();
  return <Impersonating begin={() => api.impersonate(id)} />;
};

export default ImpersonatePage;
