graph [
  directed 1
  node [ id 0 label "training" ]
  node [ id 1 label "wage" ]
  node [ id 2 label "drive" latent 1 ]
  edge [ source 0 target 1 ]
  edge [ source 2 target 0 ]
  edge [ source 2 target 1 ]
]
