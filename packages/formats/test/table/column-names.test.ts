import { describe, expect, it } from 'vitest'
import { isFeatureIdName, isIdName, isLabelName, isSpecialColumn, isViewName } from '../../src/table/column-names.ts'

const ids =
  'id ids sample samples sample_id sampleid sample_name name names index _index key uid uuid obs obs_names barcode cell_id cellid patient patient_id subject subject_id item item_id __index_level_0__ rowname rownames colnames row_names row_id rowid record_id case_id participant_id custom_id mrn no nr # s_no sr_no serial_no row_number'
const labels =
  'y y_true gt gnd truth groundtruth ground_truth truelabel truelabels true_label true_labels label labels label_true class classes class_id classid class_label target targets cluster clusters cluster_id category species cell_type celltype annotation diagnosis outcome digit'
const features =
  'gene genes gene_id gene_name gene_symbols geneid symbol hgnc_symbol ensembl ensembl_id ensembl_gene_id entrez entrezid entrez_gene_id probe probes probe_id probe_set_id probesetids feature feature_id feature_names protein proteins protein_ids mirna mirnas mirna_id cpg cpgs transcript transcripts transcript_ids metabolite metabolites otu otus otu_id otuid asv asvs taxa taxon'

describe('the names people give columns', () => {
  it('tell ids, labels, features and views', () => {
    for (const name of ids.split(' ')) expect(isIdName(name), name).toBe(true)
    for (const name of labels.split(' ')) expect(isLabelName(name), name).toBe(true)
    for (const name of features.split(' ')) expect(isFeatureIdName(name), name).toBe(true)
    for (const name of 'x xs data fea feas feature features view views fts mv'.split(' '))
      expect(isViewName(name), name).toBe(true)
    for (const name of ['', 'weight', 'idea', 'my gene', 'genes2', 'xx', 'view 1', 'classy', 'yes'])
      expect([isIdName(name), isLabelName(name), isFeatureIdName(name), isViewName(name)], name).toEqual(
        new Array(4).fill(false),
      )
  })

  it('may be written in capitals, with spaces, behind a point, and as people number rows', () => {
    for (const name of [
      ' ID ',
      'Patient ID',
      'tcga.Sample ID',
      'No.',
      'S. No',
      's.no.',
      'Sr.No',
      'Serial No.',
      'Unnamed: 0',
    ])
      expect(isIdName(name), name).toBe(true)
    expect([isLabelName('True Label'), isLabelName('iris.Species'), isViewName(' DATA')]).toEqual([true, true, true])
    expect([isIdName('s. north'), isIdName('unnamed: 01')]).toEqual([false, false])
  })

  it('make a column special: ids anywhere, names of features first, classes where they are whole numbers', () => {
    expect(isSpecialColumn('id', 3, [], false)).toBe(true)
    expect([isSpecialColumn('', 0, [], false), isSpecialColumn('', 1, [], false)]).toEqual([true, false])
    expect([isSpecialColumn('gene', 0, [], false), isSpecialColumn('gene', 1, [], false)]).toEqual([true, false])
    expect([isSpecialColumn('class', 1, [], true), isSpecialColumn('class', 1, [], false)]).toEqual([true, false])
    expect([isSpecialColumn('y', 1, ['a', 'y'], true), isSpecialColumn('Y', 1, ['X', 'Y'], true)]).toEqual([
      true,
      false,
    ])
    expect([isSpecialColumn('class', 1, ['x'], true), isSpecialColumn('weight', 1, [], true)]).toEqual([true, false])
  })
})
