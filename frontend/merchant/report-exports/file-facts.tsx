import Skeleton from "@mui/material/Skeleton";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { Fact, Facts, Quiet } from "./facts.tsx";
import { HashFact } from "./hash-fact.tsx";
import { useExportDetails } from "./use-export-details.ts";

/** Identifying facts of the file (D-7). */
const FileFacts = ({ id }: { id: string }) => {
  const { data, isError, error, isPending } = useExportDetails(id);
  if (isPending) return <Skeleton aria-label="Loading the hashes" />;
  if (isError) return <Quiet>The hashes can't be read. {getErrorMessage(error)}</Quiet>;
  if (data.File === null) return <Quiet>The hashes are no longer kept.</Quiet>;
  const { ContentHash, FileHash, Fingerprint } = data.File;
  const { App, Icu, TimeZones, Node } = Fingerprint;
  return (
    <Facts>
      <Fact name="Content hash">
        <HashFact
          name="Content hash"
          value={ContentHash}
          meaning="Two files with the same content hash hold the same rows."
        />
      </Fact>
      <Fact name="File hash">
        <HashFact name="File hash" value={FileHash} meaning="A copy with the same SHA-256 is exactly this file." />
      </Fact>
      <Fact name="Fingerprint">
        <HashFact
          name="Fingerprint"
          value={`Sheaf ${App} · ICU ${Icu} · time zones ${TimeZones} · Node ${Node}`}
          shown={[`Sheaf ${App}`, `ICU ${Icu}`, `time zones ${TimeZones}`, `Node ${Node}`]}
          meaning="The versions that made the file. The same versions make the same file from the same data."
        />
      </Fact>
    </Facts>
  );
};

export default FileFacts;
