import { beforeAll, describe, expect, it } from 'vitest';
import { installedForProduction } from '../../../build/bundle/licences.ts';
import { billsOfMaterials, type CycloneDx, type Spdx } from '../../../build/release/sbom.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const { electron, node } = packageJson.devDependencies;
const RUNTIMES = [`pkg:npm/electron@${electron}`, `pkg:generic/node@${node}`];
/** The package address of a library of npm (https://github.com/package-url/purl-spec). */
const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

let cyclonedx: CycloneDx;
let spdx: Spdx;
const purlsOfCycloneDx = () => cyclonedx.components.map((one) => one.purl);
const purlsOfSpdx = () => spdx.packages.flatMap(({ externalRefs }) => externalRefs.map((one) => one.referenceLocator));

beforeAll(() => {
  ({ cyclonedx, spdx } = billsOfMaterials());
});

describe('the lists of what is in the packages', () => {
  it('hold every library whose licence Askbell shows, and Electron and Node', async () => {
    const libraries = (await installedForProduction('.')).map(({ name, version }) => purl(name, version));
    expect(libraries).toContain(purl('react', packageJson.dependencies.react));
    for (const listed of [purlsOfCycloneDx(), purlsOfSpdx()])
      expect(listed).toEqual(expect.arrayContaining([...libraries, ...RUNTIMES]));
  });

  it('hold the same, none of it twice, and no tool', () => {
    const parts = purlsOfCycloneDx();
    expect(new Set(parts).size).toBe(parts.length);
    const project = `pkg:npm/askbell@${packageJson.version}`;
    expect(new Set(purlsOfSpdx())).toEqual(new Set([...parts, project]));
    for (const tool of ['vitest', 'typescript', 'vite', 'playwright-core'])
      expect(cyclonedx.components.map(({ name }) => name)).not.toContain(tool);
  });

  it('are whole as CycloneDX: each part has its fields, and each dependency is a part', () => {
    expect(cyclonedx).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { name: 'askbell', version: packageJson.version } },
    });
    const refs = [cyclonedx.metadata.component, ...cyclonedx.components].map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(new Set(cyclonedx.dependencies.map(({ ref }) => ref))).toEqual(new Set(refs));
    for (const { dependsOn } of cyclonedx.dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn));
    for (const part of cyclonedx.components) {
      expect(part).toMatchObject({ name: expect.any(String) as string, version: expect.any(String) as string });
      expect(['library', 'framework', 'platform']).toContain(part['type']);
    }
  });

  it('are whole as SPDX: each package has its fields, and each relationship is between packages', () => {
    expect(spdx).toMatchObject({ spdxVersion: 'SPDX-2.3', dataLicense: 'CC0-1.0', SPDXID: 'SPDXRef-DOCUMENT' });
    const ids = spdx.packages.map(({ SPDXID }) => SPDXID);
    expect(new Set(ids).size).toBe(ids.length);
    for (const one of spdx.packages) {
      expect(one.SPDXID).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/);
      expect(one['downloadLocation']).toMatch(/^(NOASSERTION|https:\/\/\S+|git\S+)$/);
    }
    const ends = spdx.relationships.flatMap((one) => [one.spdxElementId, one.relatedSpdxElement]);
    expect([...ids, 'SPDXRef-DOCUMENT']).toEqual(expect.arrayContaining([...new Set(ends)]));
    expect(new Set(ends)).toEqual(new Set([...ids, 'SPDXRef-DOCUMENT']));
  });
});
