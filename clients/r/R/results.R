# What the command writes, counted from 1.

# Labels, confidence, outliers and metadata of the folder of a result.
result_of <- function(folder) {
  table <- read_table(file.path(folder, "labels.csv"))
  record <- read_bytes(file.path(folder, "clustering.json"))
  told <- jsonlite::fromJSON(record_text(record), simplifyVector = FALSE)
  # Samples that were set aside are in no cluster.
  labels <- stats::setNames(table$cluster, table$id)
  associations <- file.path(folder, "associations.csv")
  list(
    labels = labels,
    confidence = table$confidence,
    k = told$clusters,
    sizes = tabulate(labels, told$clusters),
    outlier_scores = table$outlier_score,
    associations = if (file.exists(associations)) read_table(associations),
    survival = survival_curves(told$associations$associations),
    record = record,
    cache = new.env(parent = emptyenv())
  )
}

# The curves of Kaplan and Meier: one row per time and cluster; NULL without times and events.
survival_curves <- function(associations) {
  found <- Filter(function(one) one$kind == "survival", associations)
  if (length(found) == 0) return(NULL)
  curves <- Map(function(curve, cluster) {
    times <- unlist(curve$times)
    if (length(times) == 0) return(NULL)
    data.frame(cluster = cluster, time = c(0, times), at_risk = c(curve$samples, unlist(curve$atRisk)),
               events = c(0, unlist(curve$eventsAt)), survival = c(1, unlist(curve$survival)))
  }, found[[1]]$curves, seq_along(found[[1]]$curves))
  structure(do.call(rbind, curves), column = found[[1]]$column, p = found[[1]]$p)
}

# What the report shows: the map, the support of the views, features and typical samples of each cluster.
explain <- function(object) explained(object)$explanation

# The explanation as data frames: clusters, features, views, samples, and with metadata associations.
tables <- function(object) explained(object)$tables

# What the clusters are called: what sets them apart, unless names were given.
cluster_names <- function(object) tables(object)$clusters$name

`cluster_names<-` <- function(object, value) {
  value <- as.character(value)
  if (length(value) != object$k)
    stop("names: there are ", length(value), " but ", object$k, " clusters, give one per cluster", call. = FALSE)
  twice <- value[duplicated(value) | !nzchar(trimws(value))]
  if (length(twice)) stop('names: "', twice[1], '" is there twice or empty, give every cluster a name of its own', call. = FALSE)
  # The last of two fields of one name counts.
  names <- paste0(', "names": ', jsonlite::toJSON(value), "}")
  object$record <- charToRaw(enc2utf8(paste0(sub("\\}\\s*$", "", record_text(object$record)), names)))
  object$cache <- new.env(parent = emptyenv())
  object
}

# The explanation and its tables, made once.
explained <- function(object) {
  stopifnot(inherits(object, "manyview"))
  if (is.null(object$cache$explained)) object$cache$explained <- report_command(object, c("--json", "--out", "tables"))
  object$cache$explained
}

report_command <- function(object, flags) {
  stopifnot(inherits(object, "manyview"))
  folder <- hand_over(object$views)
  on.exit(unlink(folder, recursive = TRUE), add = TRUE)
  writeBin(object$record, file.path(folder, "clustering.json"))
  dir.create(file.path(folder, "tables"))
  told <- jsonlite::fromJSON(record_text(object$record), simplifyVector = FALSE)$warnings
  record <- run_command(c("report", "clustering.json", "--views", "views.json", flags), folder, unlist(told))
  files <- list.files(file.path(folder, "tables"), "\\.csv$", full.names = TRUE)
  tables <- lapply(files, read_table)
  names(tables) <- sub("\\.csv$", "", basename(files))
  list(explanation = explanation_from_one(record$explanation), tables = tables)
}

# Places of samples, features and clusters from 1, and packed lists as vectors.
explanation_from_one <- function(explanation) {
  if (is.null(explanation)) return(NULL)
  explanation$map <- t(matrix(unpack(explanation$map), nrow = 2))
  explanation$clusters <- lapply(explanation$clusters, function(cluster) {
    cluster$typical <- unlist(cluster$typical) + 1L
    cluster$doubtful <- unlist(cluster$doubtful) + 1L
    cluster$features <- lapply(cluster$features, function(list) lapply(list, function(one) {
      one$feature <- one$feature + 1L
      one
    }))
    cluster
  })
  count <- length(explanation$clusters)
  explanation$views <- lapply(explanation$views, function(view) {
    leaning <- unpack(view$leaning) + 1L
    list(leaning = ifelse(leaning > count, NA_integer_, leaning), strength = unpack(view$strength) / 100)
  })
  explanation
}

# A table of the command: clusters and features from 1, those of samples that were set aside NA.
read_table <- function(path) {
  table <- read.csv(path, check.names = FALSE, na.strings = "", colClasses = "character", encoding = "UTF-8")
  texts <- c("id", "name", "typical", "doubtful", "column", "view", "direction", "kind", "test", "effect_name")
  of_cluster <- grepl("^cluster [0-9]+$", names(table))
  as_is <- names(table) %in% texts | of_cluster
  table[!as_is] <- lapply(table[!as_is], utils::type.convert, as.is = TRUE)
  from_zero <- names(table) %in% c("cluster", "feature") | grepl(": cluster$", names(table))
  table[from_zero] <- lapply(table[from_zero], function(place) ifelse(place < 0L, NA_integer_, place + 1L))
  if ("id" %in% names(table)) table$id <- sub("^'(?=[=+@\t-])", "", table$id, perl = TRUE)
  if ("name" %in% names(table) && "cluster" %in% names(table)) table$name <- sub_default_names(table$name, table$cluster)
  if ("by_chance" %in% names(table)) table$by_chance <- table$by_chance == "yes"
  if ("unseen" %in% names(table)) table$unseen <- table$unseen == 1
  names(table)[of_cluster] <- from_one(names(table)[of_cluster])
  table
}

# "Cluster 0", the name of a cluster without any, as "Cluster 1".
sub_default_names <- function(names, clusters) {
  default <- !is.na(names) & !is.na(clusters) & tolower(names) == paste("cluster", clusters - 1L)
  ifelse(default, paste("Cluster", clusters), names)
}

write_labels <- function(labels, path) {
  quoted <- gsub("\n", " ", gsub('"', '""', as.character(labels), fixed = TRUE), fixed = TRUE)
  writeLines(enc2utf8(c("label", paste0('"', quoted, '"'))), path, useBytes = TRUE)
}

record_text <- function(bytes) {
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  text
}

read_bytes <- function(path) readBin(path, "raw", file.size(path))
