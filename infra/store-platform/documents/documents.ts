import { scopesField } from "../calls/scopes.ts";

const ordersAfter = (name: string, fields: string): string =>
  `query ${name}($query: String, $first: Int!, $after: String) {
  orders(query: $query, first: $first, after: $after, sortKey: CREATED_AT, reverse: true) ${pageOf(fields)}
  ${scopesField}
}`;
const ordersBefore = (name: string, fields: string): string =>
  `query ${name}($query: String, $last: Int!, $before: String!) {
  orders(query: $query, last: $last, before: $before, sortKey: CREATED_AT, reverse: true) ${pageOf(fields)}
  ${scopesField}
}`;
const pageOf = (fields: string): string => `{
    pageInfo { hasPreviousPage hasNextPage startCursor endCursor }
    nodes { ${fields} }
  }`;

const listed = `
      id name createdAt displayFinancialStatus displayFulfillmentStatus
      totalPriceSet { shopMoney { amount } }
      customer { id displayName }
    `;

/** A test checks each document against the real schema. */
export const documents = {
  ordersCount: `query OrdersCount($query: String) {
  ordersCount(query: $query, limit: null) { count precision }
  ${scopesField}
}`,
  orderPage: ordersAfter("OrderPage", listed),
  orderPageBefore: ordersBefore("OrderPageBefore", listed),
  orderNamesAndDates: ordersAfter("OrderNamesAndDates", "id name createdAt"),
  orderNamesAndDatesBefore: ordersBefore("OrderNamesAndDatesBefore", "id name createdAt"),
  orderNames: ordersAfter("OrderNames", "id name"),
  orderNamesBefore: ordersBefore("OrderNamesBefore", "id name"),
  orderIds: ordersAfter("OrderIds", "id"),
  orderIdsBefore: ordersBefore("OrderIdsBefore", "id"),
  orderPlaces: ordersAfter("OrderPlaces", "__typename"),
  orderPlacesBefore: ordersBefore("OrderPlacesBefore", "__typename"),
  suggestions: `query Suggestions($first: Int!, $after: String) {
  orders(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id tags discountCodes presentmentCurrencyCode paymentGatewayNames sourceName
      attribution { displayName handle }
      customAttributes { key value }
      customer { id tags }
      shippingLine { id title }
      shippingAddress { country city province }
      billingAddress { country city province }
      lineItems(first: 12) {
        nodes {
          id title sku vendor
          customAttributes { key value }
          product { id legacyResourceId productType tags }
        }
      }
    }
  }
  productTags(first: 250) { nodes }
  productTypes(first: 250) { nodes }
  productVendors(first: 250) { nodes }
  ${scopesField}
}`,
  attributes: `query Attributes($first: Int!, $after: String) {
  orders(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id
      customAttributes { key }
      metafields(first: 12) { nodes { id namespace key } }
      customer { id metafields(first: 12) { nodes { id namespace key } } }
      lineItems(first: 12) {
        nodes {
          id
          customAttributes { key }
          product { id metafields(first: 12) { nodes { id namespace key } } }
          variant { id metafields(first: 12) { nodes { id namespace key } } }
        }
      }
    }
  }
  ${scopesField}
}`,
  shop: `query Shop {
  shop {
    id name email myshopifyDomain ianaTimezone currencyCode weightUnit taxesIncluded
    currencyFormats { moneyFormat }
    plan { publicDisplayName }
  }
}`,
  shopLocales: `query ShopLocales {
  shopLocales { locale primary }
}`,
  locations: `query Locations($after: String) {
  locations(first: 250, after: $after, includeInactive: true, includeLegacy: true) {
    pageInfo { hasNextPage endCursor }
    nodes { id name }
  }
}`,
  bulkOperation: `query BulkOperation($id: ID!) {
  bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount fileSize url }
}`,
  bulkOperations: `query BulkOperations {
  bulkOperations(first: 25) { nodes { id status query } }
}`,
  runBulkQuery: `mutation RunBulkQuery($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id }
    userErrors { field message code }
  }
}`,
  cancelBulkOperation: `mutation CancelBulkOperation($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } }
}`,
  createSubscription: `mutation CreateSubscription(
  $name: String!, $returnUrl: URL!, $test: Boolean!, $trialDays: Int!, $lineItems: [AppSubscriptionLineItemInput!]!
) {
  appSubscriptionCreate(name: $name, returnUrl: $returnUrl, test: $test, trialDays: $trialDays, lineItems: $lineItems) {
    appSubscription { id }
    confirmationUrl
    userErrors { field message }
  }
}`,
  activeSubscriptions: `query ActiveSubscriptions {
  currentAppInstallation { activeSubscriptions { id name status test } }
}`,
  webhooks: `query Webhooks($topics: [WebhookSubscriptionTopic!]!, $after: String) {
  webhookSubscriptions(first: 100, after: $after, topics: $topics) {
    pageInfo { hasNextPage endCursor }
    nodes { id topic uri }
  }
}`,
  createWebhook: `mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $uri: String!, $fields: [String!]) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON, includeFields: $fields }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`,
} as const;
