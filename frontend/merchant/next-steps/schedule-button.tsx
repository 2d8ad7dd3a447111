import Button, { type ButtonProps } from "@mui/material/Button";
import { visuallyHidden } from "@mui/utils";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { CreateAutomationPayload } from "#domain/wire/automations/automations.ts";
import { cannotCreateTitle } from "#domain/workspace/automations/cannot-create-title.ts";
import { getErrorMessage, isRuleRefusal, isSkipped } from "../../shared/api/api-error.ts";
import { automationEditorPath } from "../../shared/navigation/paths.ts";
import { TimeIcon } from "../../shared/ui/icons.tsx";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import { automationsKey } from "../resources/automations/keys.ts";
import { automationTexts } from "../resources/automations/texts.ts";
import { useServices } from "../services.tsx";
import type { CannotCreateDialogProps } from "./cannot-create-dialog.tsx";

const CannotCreateDialog = createLazyPart<CannotCreateDialogProps>(
  () => import("./cannot-create-dialog.tsx"),
  ({ onClose }) => onClose(),
);

type ScheduleButtonProps = {
  /** Parts of the report that are chosen here. */
  chosen: CreateAutomationPayload;
  /** Title of the report, where a page has several of these buttons. */
  of?: string;
} & Pick<ButtonProps, "size" | "variant" | "sx">;

/** Makes a paused automated report of what is chosen here, and opens it. */
export const ScheduleButton = ({ chosen, of, ...button }: ScheduleButtonProps) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const [cannotCreate, setCannotCreate] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () => api.createAutomation(chosen),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: automationsKey });
      return navigate(automationEditorPath(id));
    },
    onError: (error) => {
      if (isSkipped(error)) return;
      if (isRuleRefusal(error) && error.details === cannotCreateTitle) setCannotCreate(error.message);
      else notify(isRuleRefusal(error) ? getErrorMessage(error) : automationTexts.cannotCreate, { type: "error" });
    },
  });
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<TimeIcon />}
        loading={create.isPending}
        loadingPosition="start"
        onClick={() => create.mutate()}
        {...button}
      >
        Schedule this
        {of !== undefined && <span style={visuallyHidden}>: {of}</span>}
      </Button>
      {cannotCreate !== null && (
        <Suspense fallback={null}>
          <CannotCreateDialog why={cannotCreate} chosen={chosen} onClose={() => setCannotCreate(null)} />
        </Suspense>
      )}
    </>
  );
};
