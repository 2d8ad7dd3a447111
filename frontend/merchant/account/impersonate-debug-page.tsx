import { useParams } from "react-router-dom";
import { ApiError } from "../../shared/api/api-error.ts";
import { useServices } from "../services.tsx";
import { Impersonating } from "./impersonating.tsx";

const noNumber = () =>
  Promise.reject(new ApiError({ code: "invalid", message: "The address must end with a shop's number: 1, 2, 3 …" }));

/** Impersonation by a shop's number, only in the local environment. */
const ImpersonateDebugPage = () => {
  const { api } = useServices();
  const { id = "" } = useParams();
  return <Impersonating begin={() => (/^[1-9]\d{0,8}$/.test(id) ? api.impersonateDebug(Number(id)) : noNumber())} />;
};

export default ImpersonateDebugPage;
