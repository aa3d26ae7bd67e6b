import type { QueryClient } from '@tanstack/react-query';
import { assets, type BodyInput, definitions, type ReplyOf } from '@telltale/contract';
import { ApiError, messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { callApi } from '#api/client.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { type AssetField, type AssetFormErrors, findDefinition } from './asset-form.ts';

/** An asset with its access token, which the portal tells this once. */
export type CreatedAsset = ReplyOf<typeof assets.createAsset>;

type NewAsset = Omit<BodyInput<typeof assets.createAsset>, 'assetDefinitionId'>;
type Outcome = { created: CreatedAsset; errors?: undefined } | { created?: undefined; errors: AssetFormErrors };

/**
 * Creates the asset, and its definition first when there is none of that name. What the portal refuses is answered at
 * the field that it is about.
 */
export async function createAsset(
  client: QueryClient,
  asset: NewAsset,
  definitionText: string,
  known: readonly definitions.AssetDefinition[],
): Promise<Outcome> {
  let definition = findDefinition(known, definitionText);
  if (!definition) {
    try {
      const body = { assetDefinitionName: definitionText.trim() };
      definition = await callApi(definitions.saveAssetDefinition, { body });
    } catch (error) {
      return {
        errors: errorsOf(error, { 409: 'definition', 403: 'definition' }, { assetDefinitionName: 'definition' }),
      };
    } finally {
      // Also after a refusal: somebody else may have made one of the same name.
      await client.invalidateQueries({ queryKey: definitionListQuery.queryKey });
    }
  }
  try {
    const { assetDefinitionId } = definition;
    const created = await callApi(assets.createAsset, { body: { ...asset, assetDefinitionId } });
    void client.invalidateQueries({ queryKey: assetListQuery.queryKey, exact: true });
    return { created };
  } catch (error) {
    return { errors: errorsOf(error, { 409: 'serialNumber', 404: 'definition' }, bodyFields) };
  }
}

const bodyFields: Readonly<Record<string, AssetField>> = {
  serialNumber: 'serialNumber',
  assetAlias: 'alias',
  assetDefinitionId: 'definition',
  description: 'description',
  latitude: 'latitude',
  longitude: 'longitude',
};

/** A refusal at its field: by what the status means for this call, or by the fields that the portal names. */
function errorsOf(
  error: unknown,
  byStatus: Readonly<Record<number, AssetField>>,
  byName: Readonly<Record<string, AssetField>>,
): AssetFormErrors {
  const message = messageOf(error);
  if (!(error instanceof ApiError)) return { form: message };
  const field = byStatus[error.status];
  if (field) return { [field]: message };
  const issues = error.status === 400 && Array.isArray(error.details) ? (error.details as { field?: unknown }[]) : [];
  const named = issues.flatMap((issue) => byName[String(issue.field)] ?? []);
  return named.length > 0 ? Object.fromEntries(named.map((name) => [name, message])) : { form: message };
}
