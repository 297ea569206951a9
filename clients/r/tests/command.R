# Node, the command, and its words in R.
library(manyview)

if (!nzchar(Sys.getenv("MANYVIEW_NODE", unname(Sys.which("node"))))) {
  message("skipped: there is no Node")
  quit(status = 0)
}
fails <- function(expression, words) {
  said <- tryCatch({ expression; "nothing" }, error = conditionMessage)
  if (!grepl(words, said, fixed = TRUE) || grepl("\n", said)) stop("expected one line with '", words, "' but it said: ", said)
}
view <- matrix(c(rnorm(80), rnorm(80, 9)), 40, byrow = TRUE)
fit <- function(...) manyview(list(a = view, b = 2 * view + 1), ...)

own <- manyview_node()
stopifnot(own$source %in% c("MANYVIEW_NODE", "the PATH"), file.exists(own$path))
if (.Platform$OS.type == "unix") {
  Sys.setenv(MANYVIEW_NODE = own$path)
  stopifnot(identical(manyview_node()$source, "MANYVIEW_NODE"))
  program <- tempfile()
  for (said in c("v18.20.4", "no")) {
    writeLines(c("#!/bin/sh", paste("echo", said)), program)
    Sys.chmod(program, "755")
    Sys.setenv(MANYVIEW_NODE = program)
    fails(fit(k = 2), if (said == "no") "does not answer as Node does" else "(MANYVIEW_NODE) is 18.20.4: install one")
  }
  path <- Sys.getenv("PATH")
  Sys.setenv(MANYVIEW_NODE = "", PATH = "")
  fails(fit(k = 2), "which was not found: install one from nodejs.org, or set MANYVIEW_NODE")
  Sys.setenv(MANYVIEW_NODE = own$path, PATH = path)
}
command <- tempfile(fileext = ".js")
Sys.setenv(MANYVIEW_COMMAND = command)
fails(fit(k = 2), "which is no file: set it to the path of manyview.js")
writeLines("console.log(1)", command)
fails(fit(k = 2), 'which is not the command "manyview"')
Sys.setenv(MANYVIEW_COMMAND = "")

# Arguments in the place of flags, and places from 1.
in_r <- manyview:::in_r
means <- function(said, meant) if (!identical(in_r(said), meant)) stop(said, " became ", in_r(said))
means("with --missing mean (the mean) or --missing lowrank", 'with missing = "mean" (the mean) or missing = "lowrank"')
means("if they are columns, add --samples columns", 'if they are columns, add samples = "columns"')
means('outliers "auto" (--outliers auto) does', 'outliers "auto" (outliers = "auto") does')
means("--weight x=1 counts it", "weights = list(x = 1) counts it")
means("--kind days=time --kind died=event", 'kinds = list(days = "time", died = "event")')
means("--clusters: is 500, give a range such as 2..40", "k: is 500, give a range such as c(2, 40)")
means("read with --stream, or not", 'read with "manyview fit --stream", or not')
means('cluster 0 holds 3 samples, sample 4 "sample 0", feature 2', 'cluster 1 holds 3 samples, sample 5 "sample 0", feature 3')

fails(fit(k = 50), "k: is 50")
fails(fit(k = "many"), "a range such as c(2, 40), or auto")
fails(fit(k = 2:4), "a range such as c(2, 40), or auto")
fails(fit(k = 2, missing = TRUE), 'missing: is "TRUE", give mean or lowrank')
fails(fit(k = 2, method = "kmean"), 'did you mean "kmeans"?')
fails(manyview(list(a = replace(view, cbind(3, 2), NA), b = view), k = 2), "the first at sample 3")
fails(manyview(list(a = replace(view, cbind(3, 2), NA), b = view), k = 2), 'feature 2; fill them in with missing = "mean"')
fails(manyview(list(a = view, b = view[1:30, ])), "b: has 30 samples but \"a\" has 40")

# A manyview.json beside the script says nothing to a fit.
before <- setwd(tempdir())
writeLines('{ "clusters": 7 }', "manyview.json")
stopifnot(fit(k = c(2, 3))$k %in% 2:3, getwd() == normalizePath(tempdir()))
unlink("manyview.json")
setwd(before)
cat("all is well\n")
