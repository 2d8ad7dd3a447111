import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useEffect, useMemo, useState } from "react";
import { alertAddressProblems } from "#domain/shop/alert-address.ts";
import { defaultPreferences, type Preferences } from "#domain/shop/preferences.ts";
import { preferenceProblems } from "#domain/shop/validate-preferences.ts";
import { type Configuration, preferencesFromWire, preferencesOnWire } from "#domain/wire/account/configuration.ts";
import { isSkipped } from "../../shared/api/api-error.ts";
import type { ApiResponse } from "../../shared/api/http.ts";
import type { ShopDrafts } from "../../shared/drafts/drafts.ts";
import type { IsValidValue } from "../../shared/drafts/stored-draft.ts";
import { configurationTabs } from "../../shared/events/configuration-tabs.ts";
import type { EditSession, Version } from "../../shared/saving/edit-session.ts";
import type { Session } from "../../shared/session/session.ts";
import type { MerchantApi } from "../api.ts";
import { createPersistentSession } from "../editing/persistent-session.ts";
import { useEditSession } from "../editing/use-edit-session.ts";
import { configurationDraft, configurationKey, invalidateDependents } from "../resources/configuration/keys.ts";
import { useServices } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";

/** `AutomSendToMail`: recipient of alerts; empty means the shop's own address. */
export type ConfigurationFields = Preferences & { AutomSendToMail: string; AcceptsMarketing: boolean };
export type ConfigurationSession = EditSession<ConfigurationFields>;

/** Messages after a failed save (S-2.8). */
const notUpdated = {
  configuration: "The configuration hasn't been updated, please try again.",
  marketing: "The marketing selection hasn't been updated, please try again.",
};

const versionIn = ({ data, etag }: ApiResponse<Configuration>): Version<ConfigurationFields> => ({
  value: {
    ...preferencesFromWire(data.UserPreferences, defaultPreferences),
    AutomSendToMail: data.UserPreferences.AutomSendToMail,
    AcceptsMarketing: data.AcceptsMarketing,
  },
  etag,
});

const fits: IsValidValue = (_field, value, current) => typeof value === typeof current;

/** Updates the date format of screens, which another browser may have changed. */
const followDateFormat = (shop: Session, { data }: ApiResponse<Configuration>): void => {
  const account = shop.current()?.account;
  const date_format = data.UserPreferences.UserDateFormat;
  if (account && (account.date_format ?? 0) !== date_format) shop.updateAccount({ ...account, date_format });
};

type Parts = {
  api: MerchantApi;
  client: QueryClient;
  drafts: ShopDrafts;
  shop: Session;
  showToast: (words: string) => void;
};

/** `read`: the configuration as read when the page opened. */
const createConfigurationSession = (
  { api, client, drafts, shop, showToast }: Parts,
  read: ApiResponse<Configuration>,
): ConfigurationSession => {
  let saving: keyof typeof notUpdated = "configuration";
  const saveMarketing = async (wanted: boolean) => {
    saving = "marketing";
    const accepts_marketing = await api.setAcceptsMarketing(wanted);
    const known = shop.current();
    if (known) shop.updateAccount({ ...known.account, accepts_marketing });
  };
  const session: ConfigurationSession = createPersistentSession<ConfigurationFields>({
    read: versionIn(read),
    drafts,
    name: configurationDraft,
    getTitle: () => "Configuration",
    fits,
    save: async ({ AcceptsMarketing, AutomSendToMail, ...preferences }, ifMatch) => {
      if (AcceptsMarketing !== session.state().base.AcceptsMarketing) await saveMarketing(AcceptsMarketing);
      // Needed even without changed preferences: the response has the whole configuration, with the ETag for the next
      // save.
      saving = "configuration";
      const answer = await api.updateConfiguration({ ...preferencesOnWire(preferences), AutomSendToMail }, ifMatch);
      client.setQueryData<ApiResponse<Configuration>>(configurationKey, answer);
      followDateFormat(shop, answer);
      return versionIn(answer);
    },
    readAgain: async () => versionIn(await api.configuration(new AbortController().signal)),
    judge: ({ AcceptsMarketing: _, AutomSendToMail, ...preferences }) => [
      ...preferenceProblems(preferences),
      ...alertAddressProblems(AutomSendToMail),
    ],
    onSaved: () => {
      invalidateDependents(client);
      configurationTabs.notify(null);
    },
    onFailed: (error) => {
      if (!isSkipped(error)) showToast(notUpdated[saving]);
    },
  });
  return session;
};

/** Saves each change over the version seen. `read`: the configuration last read. */
export const useConfigurationEditor = (read: ApiResponse<Configuration>, readAgain: () => void) => {
  const { api, session: shop } = useServices();
  const client = useQueryClient();
  const drafts = useDrafts();
  const notify = useNotify();
  const [session] = useState(() => {
    const tell = (words: string) => notify(words, { type: "error" });
    return createConfigurationSession({ api, client, drafts, shop, showToast: tell }, read);
  });
  useEffect(() => followDateFormat(shop, read), [shop, read]);
  const version = useMemo(() => versionIn(read), [read]);
  return { session, state: useEditSession(session, { read: version, readAgain, listen: configurationTabs.listen }) };
};
