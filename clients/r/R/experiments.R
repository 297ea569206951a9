# Views of Bioconductor's containers, whose samples are columns.

held_in_rows <- function(values) structure(list(values = values), class = "held_in_rows")

views_of_experiment <- function(experiment) {
  if (inherits(experiment, "MultiAssayExperiment")) return(views_of_assays(experiment))
  main <- if (inherits(experiment, "SingleCellExperiment")) SingleCellExperiment::mainExpName(experiment)
  views <- list(held_in_rows(samples_in_rows(experiment, "views")))
  names(views) <- if (is.null(main)) "X" else main
  if (!inherits(experiment, "SingleCellExperiment")) return(views)
  others <- lapply(SingleCellExperiment::altExpNames(experiment), function(name) {
    held_in_rows(samples_in_rows(SingleCellExperiment::altExp(experiment, name), name))
  })
  names(others) <- SingleCellExperiment::altExpNames(experiment)
  c(views, others)
}

# Columns of an assay get the names of their samples: the primary names of the map.
views_of_assays <- function(experiment) {
  map <- as.data.frame(MultiAssayExperiment::sampleMap(experiment))
  parts <- as.list(MultiAssayExperiment::experiments(experiment))
  Map(function(part, name) {
    own <- map[map$assay == name, ]
    values <- samples_in_rows(part, name)
    rownames(values) <- own$primary[match(rownames(values), own$colname)]
    twice <- rownames(values)[duplicated(rownames(values))]
    if (length(twice))
      stop(name, ": has several columns of ", twice[1], ", keep or average one per sample (mergeReplicates)", call. = FALSE)
    held_in_rows(values)
  }, parts, names(parts))
}

# The first assay of an experiment, or a matrix of features in rows, turned.
samples_in_rows <- function(experiment, name) {
  values <- experiment
  if (inherits(experiment, "SummarizedExperiment")) {
    if (length(SummarizedExperiment::assays(experiment)) == 0) stop(name, ": has no assay, give a matrix", call. = FALSE)
    values <- SummarizedExperiment::assay(experiment, 1)
  }
  if (!is.matrix(values) && !inherits(values, "Matrix")) values <- as.matrix(values)
  if (inherits(values, "Matrix")) Matrix::t(values) else t(values)
}
