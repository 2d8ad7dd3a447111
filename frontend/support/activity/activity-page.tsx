import Link from "@mui/material/Link";
import { FunctionField, TextInput, useGetOne } from "react-admin";
import { Link as RouterLink, useParams } from "react-router-dom";
import { activityActors } from "#domain/activity/actors.ts";
import { activitySubjectLabels, activitySubjects } from "#domain/activity/subjects.ts";
import type { ConsoleActivity, ConsoleShop } from "#domain/wire/support/console.ts";
import { createColumn, createIdColumn, createInstantColumn } from "../lists/columns.ts";
import { ConsoleList, formatInstantText } from "../lists/console-list.tsx";
import { agentInput, beforeInput, choiceInput, selectInput, sinceInput } from "../lists/inputs.tsx";
import { ShopPages } from "../lists/shop-pages.tsx";
import { EmptyActivity } from "./empty-activity.tsx";
import { HiddenInActivity } from "./hidden-note.tsx";
import { SubjectLink } from "./subject-link.tsx";

const filters = [
  selectInput(
    "thing",
    "About",
    activitySubjects.map((thing) => ({ id: thing, name: activitySubjectLabels[thing] })),
  ),
  choiceInput("by", "By", activityActors, true),
  agentInput(),
  <TextInput key="about" source="about" label="Subject id" />,
  <TextInput key="request" source="request" label="Request id" />,
  sinceInput,
  beforeInput,
];

/** Describes a line's object, with its title if any. */
export const describeSubject = ({ thing, title }: ConsoleActivity): string =>
  title === null
    ? activitySubjectLabels[thing]
    : `${activitySubjectLabels[thing]} ${thing === "order" ? title : `“${title}”`}`;

const Happened = () => (
  <FunctionField<ConsoleActivity>
    render={({ id, what }) => (
      <Link component={RouterLink} to={`/happenings/${encodeURIComponent(id)}/show`} color="inherit">
        {what}
      </Link>
    )}
  />
);

const columns = [
  createInstantColumn("at", "When"),
  createColumn("byName", "Who"),
  createColumn("thing", "About", {
    text: (row) => describeSubject(row as ConsoleActivity),
    shown: <SubjectLink describe={describeSubject} />,
  }),
  createColumn("what", "What happened", { shown: <Happened /> }),
  createIdColumn("Event"),
  createIdColumn("Subject id", "about"),
];

/** All events of a shop, newest first; each line opens its event. */
export const ActivityPage = () => {
  const { id = "" } = useParams();
  const { data: shop } = useGetOne<ConsoleShop>("shops", { id });
  return (
    <>
      <ShopPages id={id} here="story" />
      <ConsoleList
        title={shop === undefined ? "Story" : `Story of ${shop.shop}`}
        filters={filters}
        sort={{ field: "at", order: "DESC" }}
        of={{ resource: "happenings", filter: { tenant: id }, storeKey: `story-${id}` }}
        note={<HiddenInActivity shop={id} />}
        none={<EmptyActivity />}
        primary={(row) => row.what}
        secondary={(row) => `${describeSubject(row as ConsoleActivity)}, ${row.byName}, ${formatInstantText(row.at)}`}
        columns={columns}
      />
    </>
  );
};
